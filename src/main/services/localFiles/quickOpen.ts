/** Most paths that are offered at once. */
const MOST = 50

/**
 * The paths that fit best to what was typed: its characters, in their order, whatever their case. A path whose name
 * begins with it, or holds it as it is, stands first; then the shorter one.
 */
export function bestPaths(paths: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase().replaceAll('\\', '/')
  const ranked: { path: string; rank: number }[] = []
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted)
    if (rank !== null) ranked.push({ path, rank })
  }
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (path.includes(wanted)) return 2
  if (inOrder(name, wanted)) return 3
  return inOrder(path, wanted) ? 4 : null
}

function inOrder(text: string, wanted: string): boolean {
  let at = 0
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}
