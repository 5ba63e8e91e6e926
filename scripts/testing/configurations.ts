/** The configurations of `tsconfig/` that include a source file, by its layer. */
const CONFIGURATIONS: readonly [prefix: string, names: readonly string[]][] = [
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
 * The configurations to check for these files, without repeats. Tests and scripts are only included in `tests`, which
 * contains every source and takes longest.
 */
export function configurationsOf(paths: readonly string[]): string[] {
  const isTest = (path: string): boolean => !path.startsWith('src/') || /\.test\.tsx?$/.test(path)
  const names = paths.flatMap((path) =>
    isTest(path) ? ['tests'] : (CONFIGURATIONS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? []),
  )
  return [...new Set(names)]
}
