#!/bin/sh
# Runs when the package was installed or upgraded (deb, rpm).
program='/opt/${sanitizedProductName}'

ln -sf "$program/resources/command/${executable}" '/usr/bin/${executable}'

# Chromium's sandbox: by user namespaces where the kernel allows them, else by a helper that belongs to root.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$program/chrome-sandbox" || true
else
  chmod 4755 "$program/chrome-sandbox" || true
fi

if command -v update-desktop-database >/dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Ubuntu 24.04 and newer allow user namespaces by name only. An older AppArmor can't read the profile and needs none.
if command -v apparmor_parser >/dev/null && apparmor_status --enabled 2>/dev/null; then
  if apparmor_parser --skip-kernel-load --debug "$program/resources/apparmor-profile" >/dev/null 2>&1; then
    cp -f "$program/resources/apparmor-profile" '/etc/apparmor.d/${executable}'
    # In an image that is being made there is no kernel of its own to load it into.
    if ! { command -v ischroot >/dev/null && ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
    fi
  fi
fi
exit 0
