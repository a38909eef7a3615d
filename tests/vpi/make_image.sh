#!/usr/bin/env bash
# Makes what machine.py boots: a small Debian for arm64 as a disk, its kernel, and a device tree named as a Pi 4.
# make_image.sh FOLDER    root, Debian and its package archive; a second run in the same FOLDER keeps the packages
#
# No maintainer script runs (they would need an arm64 processor or its emulation for each): packages are unpacked, and
# the few things that their scripts do for us are done here.
set -euo pipefail
mkdir -p "${1:?a folder, expected: make_image.sh FOLDER}"
out=$(cd "$1" && pwd)
work=$out/work
tree=$work/tree
began=$SECONDS
step() { echo "[image $((SECONDS - began)) s] $*"; }

host_tools() {
    local wanted=(qemu-system-arm mmdebstrap e2fsprogs cpio kmod openssh-client device-tree-compiler) missing=() each
    for each in "${wanted[@]}"; do
        [[ $(dpkg-query -W -f='${Status}' "$each" 2>/dev/null) == *"ok installed" ]] || missing+=("$each")
    done
    ((${#missing[@]} == 0)) && return
    step "host packages: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

packages() {
    [[ -s $out/packages.tar ]] && return
    step "Debian packages"
    local names=(systemd-sysv udev dbus passwd login mount util-linux coreutils procps iproute2 kmod e2fsprogs
        openssh-server bash dash grep sed gawk gzip tar findutils hostname base-files base-passwd libc-bin
        python3 python3-venv linux-image-arm64 busybox-static)
    local skip=() each
    for each in man doc info locale; do skip+=("--dpkgopt=path-exclude=/usr/share/$each/*"); done
    mmdebstrap --quiet --architectures=arm64 --variant=extract --skip=cleanup/apt "${skip[@]}" \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --aptopt='Acquire::Languages "none"' \
        --include="$(IFS=, && echo "${names[*]}")" bookworm "$out/packages.tar"
}

accounts() { # as base-passwd, dbus, udev and openssh make them
    local etc=$tree/etc
    cp "$tree/usr/share/base-passwd/passwd.master" "$etc/passwd"
    cp "$tree/usr/share/base-passwd/group.master" "$etc/group"
    {
        echo 'messagebus:*:100:101::/nonexistent:/usr/sbin/nologin'
        echo 'sshd:*:101:65534::/run/sshd:/usr/sbin/nologin'
        echo 'systemd-network:*:998:998::/:/usr/sbin/nologin'
    } >>"$etc/passwd"
    local group number=200
    echo 'messagebus:x:101:' >>"$etc/group"
    echo 'systemd-network:x:998:' >>"$etc/group"
    for group in systemd-journal input sgx kvm render gpio spi i2c; do
        grep -q "^$group:" "$etc/group" || echo "$group:x:$((number++)):" >>"$etc/group"
    done
    sed -i 's/^\([^:]*\):\*:/\1:x:/' "$etc/passwd"
    cut -d: -f1 "$etc/passwd" | sed 's/$/:*:19000:0:99999:7:::/' >"$etc/shadow"
    sed 's/:.*/:*::/' "$etc/group" >"$etc/gshadow"
    chmod 640 "$etc/shadow" "$etc/gshadow"
    printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' >"$etc/nsswitch.conf"
}

with_depends() { # the files of these modules and of all that they need
    local name
    for name in "$@"; do
        modprobe -d "$work/kernel" -S "$kernel" --show-depends "$name" 2>/dev/null | awk '$1 == "insmod" { print $2 }'
    done | awk '!seen[$0]++'
}

kernel_and_modules() {
    step "kernel"
    mkdir -p "$work/kernel/lib"
    mv "$tree/usr/lib/modules" "$work/kernel/lib/modules"
    kernel=$(basename "$work"/kernel/lib/modules/*)
    cp "$tree"/boot/vmlinuz-* "$out/vmlinuz"
    if [[ $(head -c 2 "$out/vmlinuz" | od -An -tx1 | tr -d ' ') == 1f8b ]]; then
        zcat "$out/vmlinuz" >"$out/Image" && mv "$out/Image" "$out/vmlinuz"
    fi
    depmod -b "$work/kernel" "$kernel"
    local module
    for module in $(with_depends virtio_pci virtio_blk virtio_net virtio_rng ext4 crc32c_generic autofs4 xhci_pci \
        usbserial ftdi_sio cdc_acm softdog); do
        install -D -m 0644 "$module" "$tree/usr/lib/modules/$kernel${module#"$work/kernel/lib/modules/$kernel"}"
    done
    cp "$work/kernel/lib/modules/$kernel"/modules.{builtin,builtin.modinfo,order} "$tree/usr/lib/modules/$kernel/"
    depmod -b "$tree" "$kernel"
}

settings() {
    step "settings"
    local etc=$tree/etc unit
    echo vpi >"$etc/hostname"
    echo '127.0.0.1 localhost vpi' >"$etc/hosts"
    echo 00000000000000000000000000c10cd0 >"$etc/machine-id"
    echo 'LABEL=state /var/lib/clockd ext4 defaults,noatime,nofail,x-systemd.device-timeout=300s 0 2' >"$etc/fstab"
    echo 'blacklist gpio_keys' >"$etc/modprobe.d/vpi.conf" # the machine's own power key sits on a line that we want
    echo 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"' >"$etc/udev/rules.d/60-gpio.rules"
    mkdir -p "$etc/systemd/network" "$etc/systemd/system.conf.d" "$tree/var/lib/clockd" "$tree/var/lib/dbus"
    printf '[Match]\nType=ether\n[Network]\nAddress=10.0.2.15/24\nLinkLocalAddressing=no\n' >"$etc/systemd/network/10.network"
    printf '[Manager]\nDefaultTimeoutStartSec=600s\nDefaultDeviceTimeoutSec=600s\n' >"$etc/systemd/system.conf.d/slow.conf"
    printf '[Unit]\nAfter=ssh.service systemd-networkd.service\n[Service]\nType=oneshot\nExecStart=/bin/sh -c "echo VPI-READY >/dev/console"\n' \
        >"$etc/systemd/system/vpi-ready.service"
    mkdir -p "$etc/systemd/system/multi-user.target.wants"
    for unit in systemd-networkd ssh; do
        ln -sf "/lib/systemd/system/$unit.service" "$etc/systemd/system/multi-user.target.wants/"
    done
    ln -sf ../vpi-ready.service "$etc/systemd/system/multi-user.target.wants/"
    ln -sf /lib/systemd/system/multi-user.target "$etc/systemd/system/default.target"
    for unit in systemd-networkd-wait-online.service systemd-firstboot.service getty.target apt-daily.timer \
        apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer dpkg-db-backup.timer \
        systemd-logind.service systemd-user-sessions.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount systemd-update-utmp.service \
        systemd-update-utmp-runlevel.service modprobe@fuse.service modprobe@drm.service modprobe@loop.service \
        modprobe@efi_pstore.service sys-kernel-debug.mount sys-kernel-tracing.mount dev-hugepages.mount dev-mqueue.mount; do
        ln -sf /dev/null "$etc/systemd/system/$unit"
    done
    ssh_access
    ln -sf gawk "$tree/usr/bin/awk"
    rm -rf "$tree"/usr/share/{doc,man,locale,info,perl,perl5,zsh} "$tree"/usr/lib/*/{perl*,gconv} "$tree"/usr/lib/apt \
        "$tree"/usr/lib/python3.11/{test,idlelib,lib2to3,turtledemo,tkinter} "${tree:?}"/boot/* "$tree"/usr/lib/linux-image-*
}

ssh_access() { # the host's key alone; nothing else listens
    [[ -f $out/key ]] || ssh-keygen -q -t ed25519 -N '' -C vpi -f "$out/key"
    install -d -m 0700 "$tree/root/.ssh"
    install -m 0600 "$out/key.pub" "$tree/root/.ssh/authorized_keys"
    rm -f "$tree"/etc/ssh/ssh_host_*
    ssh-keygen -q -t ed25519 -N '' -C vpi -f "$tree/etc/ssh/ssh_host_ed25519_key"
    printf '%s\n' 'HostKey /etc/ssh/ssh_host_ed25519_key' 'UsePAM no' 'UseDNS no' 'PasswordAuthentication no' \
        'PermitRootLogin prohibit-password' 'MaxSessions 50' >"$tree/etc/ssh/sshd_config"
}

first_ramdisk() { # busybox and the modules that the disk needs
    step "initrd"
    local ram=$work/ram module
    mkdir -p "$ram"/{bin,dev,proc,sys,root,lib}
    cp "$tree/usr/bin/busybox" "$ram/bin/"
    ln -s busybox "$ram/bin/sh"
    for module in $(with_depends virtio_pci virtio_blk crc32c_generic ext4); do
        cp "$module" "$ram/lib/"
        basename "$module" >>"$ram/lib/order"
    done
    cat >"$ram/init" <<'INIT'
#!/bin/sh
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
while read -r module; do insmod "/lib/$module"; done </lib/order
tries=0
until [ -b /dev/vda ] || [ $tries = 200 ]; do sleep 0.05; tries=$((tries + 1)); done
how=ro
grep -qw rw /proc/cmdline && how=rw
mount -t ext4 -o $how /dev/vda /root || { echo VPI-NO-ROOT; exec sh; }
umount /sys /proc
mount -o move /dev /root/dev
exec switch_root /root /sbin/init
INIT
    chmod +x "$ram/init"
    (cd "$ram" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -6) >"$out/initrd.gz"
}

disks_and_tree() {
    step "disks"
    rm -f "$out"/{root,state}.ext4
    mkfs.ext4 -q -L root -m 0 -E lazy_itable_init=0,lazy_journal_init=0 -d "$tree" "$out/root.ext4" 1200M
    mkfs.ext4 -q -L state -m 0 -E lazy_itable_init=0,lazy_journal_init=0 "$out/state.ext4" 192M
    # QEMU's own tree with a Pi 4B's name and revision, so that gpiozero knows the board.
    qemu-system-aarch64 -M "virt,gic-version=3,dumpdtb=$out/pi.dtb" -cpu cortex-a72 -smp 2 -m 512 \
        -nic none -display none >/dev/null 2>&1
    fdtput -t s "$out/pi.dtb" / model 'Raspberry Pi 4 Model B Rev 1.5'
    fdtput -p -t x "$out/pi.dtb" /system linux,revision 00b03115
}

host_tools
rm -rf "$work" && mkdir -p "$tree"
packages
tar -C "$tree" --exclude='./dev/*' -xf "$out/packages.tar"
accounts
kernel_and_modules
settings
if [[ $(python3 -c 'import sys; print(sys.version_info[:2] == (3, 11))') == True ]]; then # the guest's own bytecode
    python3 -m compileall -q --invalidation-mode unchecked-hash -s "$tree" "$tree/usr/lib/python3.11" >/dev/null || true
fi
first_ramdisk
disks_and_tree
rm -rf "$work"
touch "$out/complete"
step "done: $(du -sh --apparent-size "$out" | cut -f1) in $out"
