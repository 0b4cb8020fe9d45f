#!/bin/sh
# A bare Debian, given nothing but Python and the wheels, takes the first six steps of the tour, without a network:
#   sudo sh benchmarks/bare.sh dist/cardgen-1.0.0-py3-none-any.whl [FOLDER]
# FOLDER gets the Debian (debootstrap, 250 MB); one that is there from an earlier run is used again. As root, and for as
# long as debootstrap takes. `pip download` needs a Python like that Debian's (3.11).
set -eu
wheel=$1 here=$(dirname "$0") bare=${2:-/var/tmp/cardgen-bare} python=${PYTHON:-python3}

[ -x "$bare/usr/bin/python3" ] || debootstrap --variant=minbase --include=python3,python3-venv bookworm "$bare"
rm -rf "$bare/given" && mkdir "$bare/given"
"$python" -m pip download --quiet --only-binary :all: --dest "$bare/given" "$wheel"
cp "$here/../docs/tour.md" "$here/tour.py" "$bare/given/"
cat > "$bare/given/go" <<'GO'
set -eu
export HOME=/home/stranger PATH=/usr/bin:/bin
rm -rf ~/venv ~/empty ~/.config ~/.cache && mkdir ~/empty
python3 -m venv ~/venv
~/venv/bin/pip install --quiet --no-index --find-links /given cardgen
echo "cairo libraries on this machine: $(find /usr/lib /lib -name 'libcairo*' | wc -l)"
cd ~/empty && ~/venv/bin/python -P /given/tour.py /given/tour.md ~/empty
GO
chroot "$bare" id stranger >/dev/null 2>&1 || chroot "$bare" useradd --create-home stranger
# in a network of its own, with nobody else in it; the studio's page is asked for on this machine
unshare --net sh -c "ip link set lo up; exec chroot '$bare' su stranger -c 'sh /given/go'"
