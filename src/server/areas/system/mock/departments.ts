import { randomUUID } from 'node:crypto'
import type { MockDepartment } from '#shared/mock/samples.ts'
import { formatDateTime } from '#shared/util/dates.ts'

interface Edit {
  /** '': a new one. */
  id: string
  parentId?: string | undefined
  name: string
  order?: number | undefined
}

/** So many and no more: anybody may call the mock server. */
const MOST = 1000

const countOf = (list: readonly MockDepartment[]): number =>
  list.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0)

function find(list: readonly MockDepartment[], id: string): MockDepartment | null {
  for (const each of list) {
    const found = each.id === id ? each : find(each.children ?? [], id)
    if (found) return found
  }
  return null
}

/** Adds or changes one in the tree. @returns whether there is such a department (or such a parent for a new one) */
export function saveDepartment(tree: MockDepartment[], { id, parentId = '0', name, order }: Edit, now: Date): boolean {
  if (id !== '') {
    const there = find(tree, id)
    if (there) Object.assign(there, { name, label: name, ...(order !== undefined && { order }) })
    return there !== null
  }
  const parent = find(tree, parentId)
  if ((parent === null && parentId !== '0' && parentId !== '') || countOf(tree) >= MOST) return false
  const made: MockDepartment = {
    id: randomUUID(),
    parentId: parent?.id ?? '0',
    parentName: parent?.name ?? '',
    name,
    label: name,
    order: order ?? 0,
    createTime: formatDateTime(now),
  }
  if (parent) parent.children = [...(parent.children ?? []), made]
  else tree.push(made)
  return true
}

/** The tree without these and what is below them. */
export const removeDepartments = (tree: readonly MockDepartment[], ids: ReadonlySet<string>): MockDepartment[] =>
  tree
    .filter(({ id }) => !ids.has(id))
    .map(({ children, ...rest }) => {
      const left = removeDepartments(children ?? [], ids)
      return { ...rest, ...(left.length > 0 && { children: left }) }
    })
