import { existsSync, readFileSync } from 'node:fs'
import { run } from '../lib/run.ts'

/** System packages that the tests need besides npm's, and their use. */
export const PACKAGES = [
  { name: 'chromium', use: 'the browser tests that open a window of their own' },
  { name: 'chromium-headless-shell', use: 'the other browser tests; with chromium they take a third longer' },
  { name: 'fonts-noto-cjk', use: 'Chinese text in screenshots' },
  { name: 'libsecret-1-dev', use: 'building the keychain module' },
  { name: 'gnome-keyring', use: 'the keychain tests' },
  { name: 'dbus', use: 'the keychain tests' },
  { name: 'squashfs-tools', use: 'making the AppImage' },
  { name: 'desktop-file-utils', use: 'making the AppImage' },
  { name: 'rpm', use: 'making and installing the rpm' },
  { name: 'nsis', use: 'compiling the installer’s own part' },
] as const

/** Whether the text of /etc/os-release names Debian or a derivative. */
export const isDebian = (osRelease: string): boolean => /^(ID|ID_LIKE)=.*debian/m.test(osRelease)

/** Names of PACKAGES that dpkg does not list as installed. `listing` holds lines of `<status> <package>`. */
export function missingPackages(listing: string): string[] {
  const installed = new Set(
    listing.split('\n').flatMap((line) => (line.startsWith('installed ') ? [line.slice(10).trim()] : [])),
  )
  return PACKAGES.map((p) => p.name).filter((name) => !installed.has(name))
}

/**
 * Installs missing system packages as root, otherwise returns a line with the command to install them.
 * @returns lines for the user
 */
export async function prepareDebian(): Promise<string[]> {
  const names = PACKAGES.map((p) => p.name)
  const listing = await run('dpkg-query', ['-W', '-f=${db:Status-Status} ${Package}\n', ...names])
  const missing = missingPackages(listing.output)
  if (missing.length === 0) return []
  const command = (packages: readonly string[]): string =>
    `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0) return [`Some tests need Debian packages. Install them with: sudo ${command(missing)}`]

  console.log(`Installing ${missing.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const install = (packages: readonly string[]) => run('apt-get', command(packages).split(' ').slice(1), { env })
  if ((await install(missing)).code === 0) return []
  // A package missing in this release makes apt refuse the others too, so they are installed one by one.
  const notes: string[] = []
  for (const name of missing) {
    const { code, output } = await install([name])
    if (code !== 0) notes.push(`Could not install ${name}: ${lastLine(output)}. Install it with: ${command([name])}`)
  }
  return notes
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

export const isOnDebian = (): boolean =>
  existsSync('/etc/os-release') && isDebian(readFileSync('/etc/os-release', 'utf8'))
