"""A virtual Pi: Debian for arm64 in QEMU, with real systemd, real gpiolib and a real FTDI driver. Run by `make vpi`."""
