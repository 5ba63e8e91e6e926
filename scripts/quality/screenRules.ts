const SCREENS = 'src/renderer/areas/'
const areaOf = (path: string): string => path.split('/').slice(0, 4).join('/')

/** The nearest folder above the file with a screen.ts, or else its area. */
function screenOf(path: string, screens: ReadonlySet<string>): string {
  let folder = path
  while (folder.length > SCREENS.length && folder.includes('/')) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    if (screens.has(folder)) return folder
  }
  return areaOf(path)
}

/**
 * Why a file may not import a file of a screen, or null. A screen uses its own folder and the shared folders of its
 * area (those without a screen.ts); no other code imports a screen.
 * @param screens folders with a screen.ts
 */
export function screenProblem(from: string, target: string, screens: ReadonlySet<string>): string | null {
  if (!target.startsWith(SCREENS)) return null
  if (!from.startsWith(SCREENS)) return 'screens are found by their screen.ts: do not import one from outside'
  const [own, other] = [screenOf(from, screens), screenOf(target, screens)]
  const sharedOfArea = areaOf(from) === areaOf(target) && !screens.has(other)
  return own === other || sharedOfArea
    ? null
    : 'a screen may not import another: share through the shared folder of the area, features, ui or shared/domain'
}
