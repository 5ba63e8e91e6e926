import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
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
  gdbus wait --session --timeout 20 org.freedesktop.secrets && echo "$daemon $DBUS_SESSION_BUS_ADDRESS"
  cat > /dev/null
  kill -CONT $daemon
  kill $daemon
`
/** A bus that starts no services by itself. @param policy what it refuses */
const busConfig = (policy: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    ${policy}
  </policy>
</busconfig>`
const REFUSING = '<deny send_interface="org.freedesktop.Secret.Service"/>'
const SECRETS = ['--session', '-d', 'org.freedesktop.secrets', '-o', '/org/freedesktop/secrets']
const LOGIN = '/org/freedesktop/secrets/collection/login'

export interface Keyring {
  /** Leads programs to it. */
  env: Record<string, string>
  /** Locks it, as a screen lock or a fresh log-in without a password does; nobody sees its unlock dialog here. */
  lock(): void
  unlock(): Promise<void>
  /** It stops answering, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Starts a real gnome-keyring. @param refuses the bus denies programs the service's operations */
export async function openKeyring({ refuses = false } = {}): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'sitecraft-keyring-'))
  const config = join(home, 'bus.conf')
  await writeFile(config, busConfig(refuses ? REFUSING : ''))
  const own = { HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home }
  const child = spawn('dbus-run-session', [`--config-file=${config}`, '--', 'bash', '-c', SESSION], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('the keyring did not start'))),
  ])) as [string]
  const [pid = '', address = ''] = line.split(' ')
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address }
  const run = (program: string, args: readonly string[]): void => {
    const ended = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
    if (ended.status !== 0) throw new Error(`${program}: ${ended.stderr}`)
  }
  return {
    env,
    lock: () =>
      run('gdbus', ['call', ...SECRETS, '-m', 'org.freedesktop.Secret.Service.Lock', `[objectpath "${LOGIN}"]`]),
    unlock: () => unlockBySocket(join(home, 'keyring/control')),
    freeze: () => void process.kill(Number(pid), 'SIGSTOP'),
    thaw: () => void process.kill(Number(pid), 'SIGCONT'),
    async close() {
      child.stdin.end()
      await exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Unlocks the login keyring as PAM does at log-in: one byte that carries the credentials, then an unlock request. */
async function unlockBySocket(path: string): Promise<void> {
  // gnome-keyring-daemon counts the end of the line that it reads in SESSION.
  const password = Buffer.from('secret\n')
  const request = Buffer.alloc(13)
  request.writeUInt32BE(12 + password.length, 1)
  request.writeUInt32BE(1, 5)
  request.writeUInt32BE(password.length, 9)
  const socket = connect(path)
  socket.write(Buffer.concat([request, password]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (answer.readUInt32BE(4) !== 0) throw new Error(`the keyring stays locked: ${answer.toString('hex')}`)
}

/** Leads programs to no secret service at all. */
export const NO_KEYRING = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
