import { execFileSync, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROBE = resolve(import.meta.dirname, 'keychainProbe.ts')

/** Why a real keychain can't be tried here; '' when it can. */
function missing(): string {
  if (process.platform !== 'linux') return 'needs Linux'
  for (const program of ['dbus-run-session', 'gnome-keyring-daemon', 'gdbus']) {
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`
  }
  const loaded = spawnSync(process.execPath, ['-e', 'import("keytar").catch(() => process.exit(1))'])
  return loaded.status === 0 ? '' : 'keytar is not built'
}
const reason = missing()
if (reason) process.stdout.write(`keychain tests skipped: ${reason}\n`)

/** Runs the probe in a session of its own, with a keyring that a fresh password unlocked. */
const START = `
  printf 'secret\\n' | gnome-keyring-daemon --foreground --unlock --components=secrets > /dev/null 2>&1 &
  daemon=$!
  trap 'kill $daemon' EXIT
  gdbus wait --session --timeout 20 org.freedesktop.secrets && "$0" "$1"
`

describe('the keychain', () => {
  it.skipIf(reason !== '')('keeps, answers and clears a token in a real gnome-keyring', () => {
    const home = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
    const output = execFileSync('dbus-run-session', ['--', 'bash', '-c', START, process.execPath, PROBE], {
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        ...process.env,
        HOME: home,
        XDG_DATA_HOME: `${home}/data`,
        XDG_RUNTIME_DIR: home,
        DBUS_SESSION_BUS_ADDRESS: '',
      },
    })
    expect(output.trim().split('\n')).toEqual(['available true', 'read 令牌-1', 'after clear null'])
    execFileSync('rm', ['-rf', home])
  })
  it.skipIf(process.platform !== 'linux')(
    'is simply not available without a secret service, and says so when used',
    () => {
      const output = execFileSync(process.execPath, [PROBE], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      })
      expect(output.trim().split('\n')).toEqual(['available false', 'refused unavailable 本机没有可用的系统钥匙串'])
    },
  )
})
