/** Paths of template files: the template's folder first, `/` between, `portfolio/css`. */
export const joinPath = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name)

/** The folder above, never above `root`. */
export function parentPath(path: string, root: string): string {
  if (path === root) return root
  const cut = path.lastIndexOf('/')
  const parent = cut < 0 ? '' : path.slice(0, cut)
  return isInside(parent, root) ? parent : root
}

export const isInside = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)

/** The folders from `root` down to `path`, for a breadcrumb. */
export function crumbsOf(path: string, root: string): { name: string; path: string }[] {
  const rest = path === root ? [] : path.slice(root.length + 1).split('/')
  const crumbs = [{ name: root, path: root }]
  for (const name of rest) crumbs.push({ name, path: joinPath(crumbs.at(-1)?.path ?? root, name) })
  return crumbs
}
