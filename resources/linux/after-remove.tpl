#!/bin/sh
# Runs when the package was removed. At an upgrade it runs too, after the new one's installation: dpkg then says `upgrade`, rpm `1`.
case ${1-} in
  remove | purge | 0 | '') ;;
  *) exit 0 ;;
esac

rm -f '/usr/bin/${executable}'

if command -v update-desktop-database >/dev/null; then
  update-desktop-database /usr/share/applications || true
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null && apparmor_status --enabled 2>/dev/null; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
exit 0
