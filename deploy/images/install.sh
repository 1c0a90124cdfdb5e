#!/bin/sh
# install.sh <group>...   installs the Debian packages of these groups; the result does not depend on the time.
# Beside it in the image: debian-packages.ts of packages/local-stack.
set -eu
names=$(node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON "$(dirname "$0")/debian-packages.ts" "$@")
before=$(mktemp)
export DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH=0
# Installing a package starts no server.
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
apt-get -q -o Acquire::Languages=none update
# shellcheck disable=SC2086 # one word for each package
apt-get -q -y -o Acquire::Retries=3 --no-install-recommends install $names
apt-get clean
rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/ldconfig/aux-cache /var/cache/debconf/*-old /var/lib/dpkg/*-old /etc/*-
# Random ids created at installation; nothing here needs them.
rm -f /var/lib/dbus/machine-id
[ ! -e /etc/machine-id ] || : > /etc/machine-id
# No process in an image changes its user.
find / -xdev -type f -perm /6000 -exec chmod a-s {} +
find / -xdev -newer "$before" ! -path "$before" -exec touch --no-dereference --date=@0 {} +
rm "$before"
