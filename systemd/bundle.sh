#!/usr/bin/env bash
# Makes the folder that installs clockd without a network: wheels, units, installer, notes.
# bundle.sh FOLDER [ARCH]   ARCH is uname -m of the machines that will run it (default: aarch64)
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?a folder, expected: bundle.sh FOLDER [ARCH]} arch=${2:-aarch64}
python=${PYTHON:-.venv/bin/python}
pip=("$python" -m pip --disable-pip-version-check --quiet)

rm -rf "$folder"
mkdir -p "$folder/wheels" "$folder/systemd"

# Ours, and the two that are pure Python but may come as source only.
"${pip[@]}" wheel --no-deps --constraint constraints.txt --wheel-dir "$folder/wheels" . chess pyserial

platforms=()
for glibc in 2_17 2_27 2_28 2_31 2_34 2_36; do platforms+=(--platform "manylinux_${glibc}_$arch"); done
for version in 3.11 3.13; do # Debian 12 and 13
    "${pip[@]}" download --constraint constraints.txt --only-binary=:all: --find-links "$folder/wheels" \
        --python-version "$version" --implementation cp "${platforms[@]}" --platform "manylinux2014_$arch" \
        --dest "$folder/wheels" "$(echo "$folder"/wheels/clockd-*.whl)[display]" lgpio
done

cp systemd/install.sh "$folder/"
cp systemd/*.service systemd/*.rules systemd/*.conf "$folder/systemd/"
cp -r firmware_notes LICENSE CHANGELOG.md "$folder/"
echo "$folder: $(find "$folder/wheels" -name '*.whl' | wc -l) wheels for $arch, $(du -sh "$folder" | cut -f1)"
