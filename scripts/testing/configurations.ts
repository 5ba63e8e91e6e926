/** Which configurations of `tsconfig/` see a file: its own layer's, and for tests and scripts the one of everything. */
const SEEN: readonly [prefix: string, names: readonly string[]][] = [
  ['src/shared/', ['shared', 'server', 'services', 'renderer']],
  ['src/engine/', ['shared', 'server']],
  ['src/deploy/', ['server']],
  ['src/server/', ['server']],
  ['src/main/electron/', ['electron']],
  ['src/preload/', ['electron']],
  ['src/main/', ['services']],
  ['src/cli/', ['services']],
  ['src/renderer/', ['renderer']],
]

/**
 * The configurations to check for files, without repeats. Tests are seen by `tests` alone, which holds every source and takes longest.
 */
export function configurationsOf(paths: readonly string[]): string[] {
  const isTest = (path: string): boolean => !path.startsWith('src/') || /\.test\.tsx?$/.test(path)
  const names = paths.flatMap((path) =>
    isTest(path) ? ['tests'] : (SEEN.find(([prefix]) => path.startsWith(prefix))?.[1] ?? []),
  )
  return [...new Set(names)]
}
