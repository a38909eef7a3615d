#!/usr/bin/env bash
# Installs clockd on a Raspberry Pi from the bundle that this script lies in. Run it again to repair or to update.
set -euo pipefail

usage() {
    cat <<'TEXT'
sudo ./install.sh [--table N]... [--hub]    install, repair, or update to the version of this bundle
sudo ./install.sh --back                    the version before this one, as it was
sudo ./install.sh --uninstall               take clockd off; journals and configuration stay

  --table N    a table on this Pi (default: 1); again for a second board
  --hub        the event's hub on this machine, instead of or beside tables
  --force      also while a game is open (its clock stands until the table is back)

example: sudo ./install.sh --table 7        # then edit /etc/clockd/table-7.toml and run the line it prints
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${CLOCKD_ROOT:-} # a scratch folder in place of /, for trying it out: no users, no services
opt=$root/opt/clockd etc=$root/etc/clockd var=$root/var/lib
units=$root/etc/systemd/system
need_opt_mb=400 need_var_mb=100
tables=() hub=no action=install force=no

say() { echo "clockd: $*"; }
refuse() {
    echo "install.sh: $*" >&2
    exit 2
}

while (($#)); do
    case $1 in
    --table)
        [[ ${2:-} =~ ^[1-9][0-9]{0,3}$ ]] || refuse "--table ${2:-without a number}, expected 1 to 9999"
        tables+=("$2")
        shift
        ;;
    --hub) hub=yes ;;
    --back) action=back ;;
    --uninstall) action=uninstall ;;
    --force) force=yes ;;
    -h | --help)
        usage
        exit 0
        ;;
    *) refuse "$1, expected --table N, --hub, --back, --uninstall, --force or --help" ;;
    esac
    shift
done

# --- may it run here at all ---

free_mb() { # of the nearest folder that is there already
    local folder=$1
    while [[ ! -d $folder ]]; do folder=$(dirname "$folder"); done
    df --output=avail -m "$folder" | tail -n 1 | tr -d ' '
}

os_value() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$root/etc/os-release" 2>/dev/null | head -n 1; }

preflight() {
    [[ -n $root || $(id -u) == 0 ]] || refuse "run by $(id -un), expected root: sudo $0"
    [[ $(uname -s) == Linux ]] || refuse "this is $(uname -s), expected Linux"
    local system release
    system=$(os_value ID) release=$(os_value VERSION_ID)
    [[ $system == debian || $system == raspbian ]] ||
        refuse "this system is ${system:-unknown}, expected Raspberry Pi OS or Debian 12 or later"
    [[ ${release%%.*} =~ ^[0-9]+$ && ${release%%.*} -ge 12 ]] ||
        refuse "this is Debian ${release:-of no known release}, expected 12 (bookworm) or later"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        refuse "Python is $(python3 -V 2>&1 | head -n 1), expected 3.11 or later"
    python3 -c 'import venv, ensurepip' 2>/dev/null ||
        refuse "Python has no venv module, expected it: apt install python3-venv"
    compgen -G "$here/wheels/clockd-*.whl" >/dev/null ||
        refuse "$here/wheels holds no clockd wheel, expected a bundle made by 'make bundle'"
    (($(free_mb "$opt") >= need_opt_mb)) ||
        refuse "$(free_mb "$opt") MB are free for $opt, expected $need_opt_mb or more"
    (($(free_mb "$var") >= need_var_mb)) ||
        refuse "$(free_mb "$var") MB are free for $var, expected $need_var_mb or more"
    [[ -n $root || -d /run/systemd/system ]] || refuse "systemd does not run here, expected it"
}

as_table() { if [[ -n $root ]]; then "$@"; else setpriv --reuid=clockd-table --regid=clockd --clear-groups "$@"; fi; }

open_game() { # prints the first state folder with a game that is not over
    local folder pgn
    for folder in "$var"/clockd/table-*; do
        [[ -f $folder/journal.sqlite3 && -x $opt/current/bin/clockd ]] || continue
        pgn=$(as_table "$opt/current/bin/clockd" replay "$folder" --pgn 2>/dev/null) || continue # no game yet
        if [[ $pgn == *'[Result "*"]'* ]]; then
            echo "$folder"
            return
        fi
    done
}

no_game_open() {
    local folder
    folder=$(open_game)
    [[ -z $folder || $force == yes ]] ||
        refuse "a game is open in $folder, expected none: end it, or --force"
}

# --- the parts ---

users() {
    [[ -z $root ]] || return 0
    getent group clockd >/dev/null || groupadd --system clockd
    local group
    for group in gpio spi i2c; do getent group "$group" >/dev/null || groupadd --system "$group"; done
    local name
    for name in clockd-table clockd-web clockd-hub clockd-kiosk; do
        getent passwd "$name" >/dev/null ||
            useradd --system --gid clockd --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin "$name"
    done
    usermod --append --groups dialout,gpio,spi,i2c clockd-table
    for group in video input render; do
        if getent group "$group" >/dev/null; then usermod --append --groups "$group" clockd-kiosk; fi
    done
}

pins_library() { # Debian's lgpio where it can be had; else the bundle's
    python3 -c 'import lgpio' 2>/dev/null && return
    [[ -n $root ]] || apt-get install -y -qq python3-lgpio >/dev/null 2>&1 || true
    python3 -c 'import lgpio' 2>/dev/null && return
    if compgen -G "$here/wheels/lgpio-*.whl" >/dev/null; then
        echo lgpio
    else
        say "no python3-lgpio here: buttons on pins will not work until it is installed" >&2
    fi
}

healthy() { [[ -f $1/.complete ]] && "$1/bin/clockd" --version >/dev/null 2>&1; }

version_name() {
    local wheel
    wheel=$(basename "$(compgen -G "$here/wheels/clockd-*.whl" | sort -V | tail -n 1)")
    echo "$(cut -d- -f2 <<<"$wheel")-$(cat "$here"/wheels/*.whl | sha256sum | cut -c1-8)"
}

program() { # the virtual environment of this bundle, made beside the one in use
    local name=$1 folder=$opt/versions/$1 extra
    if healthy "$folder"; then
        say "version $name is here and well"
    else
        say "making version $name"
        rm -rf "$folder"
        mkdir -p "$opt/versions"
        python3 -m venv --system-site-packages "$folder"
        extra=$(pins_library)
        # shellcheck disable=SC2086 # a word, or none
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-index \
            --find-links "$here/wheels" 'clockd[display]' $extra ||
            refuse "the wheels in $here/wheels do not fit $(python3 -V) on $(uname -m), expected a bundle for it: make bundle ARCH=$(uname -m)"
        "$folder/bin/clockd" --version >/dev/null
        touch "$folder/.complete"
    fi
    local now=""
    [[ -L $opt/current ]] && now=$(readlink "$opt/current")
    if [[ $now != "versions/$name" ]]; then
        [[ -z $now ]] || ln -sfn "$now" "$opt/previous"
        ln -sfn "versions/$name" "$opt/current"
    fi
    local old
    for old in "$opt"/versions/*; do # one to go back to is enough for a small card
        case versions/$(basename "$old") in
        "$(readlink "$opt/current")" | "$(readlink "$opt/previous" 2>/dev/null || echo none)") ;;
        *) rm -rf "$old" ;;
        esac
    done
}

system_files() {
    mkdir -p "$units" "$root/etc/udev/rules.d" "$root/etc/systemd/journald.conf.d" "$opt/share" "$etc" "$var"
    install -m 0644 "$here"/systemd/clockd-*.service "$units/"
    install -m 0644 "$here/systemd/70-clockd-board.rules" "$root/etc/udev/rules.d/"
    install -m 0644 "$here/systemd/clockd-journald.conf" "$root/etc/systemd/journald.conf.d/clockd.conf"
    rm -rf "$opt/share/firmware_notes"
    cp -r "$here/firmware_notes" "$opt/share/"
    mkdir -p "$root/usr/local/bin"
    ln -sfn /opt/clockd/current/bin/clockd "$root/usr/local/bin/clockd"
}

# The unit's list of devices goes by the names that drivers have given their devices, and is made when the unit starts. A
# driver that is loaded later, when a board is plugged in, would be none of the list: load them all at the boot.
device_modules() {
    local file=$root/etc/modules-load.d/clockd.conf module found=()
    for module in usbserial ftdi_sio cdc_acm spidev i2c-dev; do
        if modinfo -n "$module" >/dev/null 2>&1; then found+=("$module"); fi
    done
    mkdir -p "$(dirname "$file")"
    printf '%s\n' '# Drivers of boards and displays, for the units of clockd.' "${found[@]}" >"$file"
    [[ -n $root ]] || systemctl restart systemd-modules-load || true
}

table_file() { # an example that starts, for the organiser to change; never overwritten
    local number=$1 file=$etc/table-$1.toml
    [[ ! -e $file ]] || return 0
    cat >"$file" <<TEXT
[table]
number = $number
state = "/var/lib/clockd/table-$number"

[board]
driver = "dgt"
port = "auto"                       # or a socket: /dev/clockd/board-...; serial = "13116" picks one board

[buttons]
driver = "gpio"                     # BCM numbers; wiring: /opt/clockd/share/firmware_notes/wiring.md
white = 17
black = 27

[web]
listen = "127.0.0.1:$((8080 + number % 1000))"
folder = "/var/lib/clockd-web/table-$number"

# [hub]
# url = "http://hub.local:8080"
TEXT
    chmod 0644 "$file"
}

services() {
    [[ -z $root ]] || return 0
    systemctl daemon-reload
    udevadm control --reload || true
    udevadm trigger --subsystem-match=tty --subsystem-match=usb-serial || true
    systemctl try-restart systemd-journald
    local unit
    for unit in "$@"; do
        systemctl enable --quiet "$unit"
        systemctl restart "$unit" 2>/dev/null ||
            say "$unit does not run yet and goes on trying: $(journalctl --unit "$unit" --output cat --grep '^clockd: ' --lines 1 --quiet)"
    done
}

running_units() { systemctl list-units --plain --no-legend 'clockd-*' 2>/dev/null | cut -d' ' -f1; }

# --- what was asked for ---

case $action in
install)
    preflight
    no_game_open
    if ((${#tables[@]} == 0)) && [[ $hub == no ]]; then tables=(1); fi
    users
    program "$(version_name)"
    system_files
    device_modules
    start=()
    for number in "${tables[@]}"; do
        table_file "$number"
        start+=("clockd-table@$number" "clockd-web@$number")
    done
    if [[ $hub == yes ]]; then
        if [[ -e $etc/event.toml ]]; then
            start+=(clockd-hub)
        else
            say "the hub waits for $etc/event.toml; then: systemctl enable --now clockd-hub"
        fi
    fi
    services "${start[@]}"
    say "installed $(readlink "$opt/current" | cut -d/ -f2)"
    for number in "${tables[@]}"; do
        say "table $number: edit $etc/table-$number.toml, then: sudo systemctl restart clockd-table@$number clockd-web@$number; clockd doctor --config $etc/table-$number.toml"
    done
    ;;
back)
    [[ -n $root || $(id -u) == 0 ]] || refuse "run by $(id -un), expected root: sudo $0"
    [[ -L $opt/previous && -d $opt/$(readlink "$opt/previous") ]] ||
        refuse "no version before this one is here, expected one in $opt/previous"
    no_game_open
    now=$(readlink "$opt/current") before=$(readlink "$opt/previous")
    ln -sfn "$before" "$opt/current"
    ln -sfn "$now" "$opt/previous"
    if [[ -z $root ]]; then for unit in $(running_units); do systemctl restart "$unit"; done; fi
    say "back to ${before#versions/}; once more --back returns to ${now#versions/}"
    ;;
uninstall)
    [[ -n $root || $(id -u) == 0 ]] || refuse "run by $(id -un), expected root: sudo $0"
    no_game_open
    if [[ -z $root ]]; then
        for unit in $(running_units); do systemctl disable --quiet --now "$unit" || true; done
    fi
    rm -f "$units"/clockd-table@.service "$units"/clockd-web@.service "$units"/clockd-hub.service "$units"/clockd-kiosk.service
    rm -f "$root/etc/udev/rules.d/70-clockd-board.rules" "$root/etc/systemd/journald.conf.d/clockd.conf" "$root/etc/modules-load.d/clockd.conf" "$root/usr/local/bin/clockd"
    rm -rf "$opt"
    [[ -n $root ]] || systemctl daemon-reload
    say "taken off; journals stay in $var/clockd*, configuration in $etc, and the users that own them"
    ;;
esac
