import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Why a real keychain can't be tried here; '' when it can. */
export function keyringMissing(): string {
  if (process.platform !== 'linux') return 'needs Linux'
  for (const program of ['dbus-run-session', 'gnome-keyring-daemon', 'gdbus']) {
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`
  }
  const loaded = spawnSync(process.execPath, ['-e', 'import("keytar").catch(() => process.exit(1))'])
  return loaded.status === 0 ? '' : 'keytar is not built'
}

/** A D-Bus session with a keyring that a fresh password unlocked; it ends when its standard input closes. */
const SESSION = `
  printf 'secret\\n' | gnome-keyring-daemon --foreground --unlock --components=secrets > /dev/null 2>&1 &
  daemon=$!
  gdbus wait --session --timeout 20 org.freedesktop.secrets && echo "$DBUS_SESSION_BUS_ADDRESS"
  cat > /dev/null
  kill $daemon
`

/** Starts a real gnome-keyring; `env` leads programs to it. */
export async function openKeyring(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'sitecraft-keyring-'))
  const own = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home }
  const child = spawn('dbus-run-session', ['--', 'bash', '-c', SESSION], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const [address] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('the keyring did not start'))),
  ])) as [string]
  return {
    env: { ...own, DBUS_SESSION_BUS_ADDRESS: address },
    async close() {
      child.stdin.end()
      await exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Leads programs to no secret service at all. */
export const NO_KEYRING = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
