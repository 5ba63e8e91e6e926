import type { CallContext } from '#server/http/context.ts'
import type { Role } from '#shared/contract/role.ts'
import { allDepartments, departmentPaths } from '../department/index.ts'
import { allGroups, groupsUnder } from '../role/index.ts'

/** What each entry of a tree is called from the top: 站点编辑 / 新闻组. */
export type Paths = ReadonlyMap<number, string>

const BETWEEN = ' / '

/** The groups whose accounts the caller sees: his own, and those below it. */
export async function groupPaths(ctx: CallContext): Promise<Paths> {
  const { authority, role } = ctx.signed()
  const paths = new Map([[authority.groupId, role]])
  const walk = (groups: readonly Role[], above: string): void => {
    for (const { id, title, childAdminGroup } of groups) {
      const path = above + BETWEEN + title
      paths.set(id, path)
      walk(childAdminGroup, path)
    }
  }
  walk(groupsUnder(await allGroups(ctx.db), authority.groupId), role)
  return paths
}

export const departmentNames = async ({ db }: CallContext): Promise<Paths> => departmentPaths(await allDepartments(db))

const lastOf = (path: string): string => path.split(BETWEEN).at(-1) ?? path
const isEnd = (path: string, end: string): boolean => path === end || path.endsWith(BETWEEN + end)

/** The shortest name by which an import finds it again. */
export function nameOf(paths: Paths, id: number): string {
  const path = paths.get(id) ?? ''
  const name = lastOf(path)
  return [...paths.values()].filter((each) => isEnd(each, name)).length > 1 ? path : name
}

/**
 * Finds entries by their name, or by the end of their path where several have one. @param what 管理员组
 */
export function finder(paths: Paths, what: string): (typed: string) => { id: number } | { problem: string } {
  return (typed) => {
    const wanted = typed
      .split('/')
      .map((part) => part.trim())
      .join(BETWEEN)
    const whole = [...paths].filter(([, path]) => path === wanted)
    const found = whole.length === 1 ? whole : [...paths].filter(([, path]) => isEnd(path, wanted))
    const [first] = found
    if (!first) return { problem: `找不到${what}“${typed}”` }
    if (found.length > 1) return { problem: `有 ${found.length} 个${what}叫“${typed}”，请写明上级，例如“${first[1]}”` }
    return { id: first[0] }
  }
}
