import { type Department, DEPARTMENT_LEVELS } from '#shared/contract/department.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useRowDrag } from '#renderer/ui/table/rowDrag/useRowDrag.ts'
import type { Placed } from '#renderer/ui/rowEdit/rowTree.ts'
import { levelsOf, withBelow } from './tree.ts'

interface Options {
  index: ReadonlyMap<number, Placed<Department>>
  /** Reads the tree again: somebody else has changed what was to be moved. */
  refresh: () => void
  /** Opens the branches of these departments. */
  reveal: (ids: readonly number[]) => void
}

/** Moving a department below another one or to the top. A version that was not seen is not moved: the tree is read again. */
export function useDepartmentMove({ index, refresh, reveal }: Options) {
  const { mutateAsync } = useWrite('department.save')
  /** Not where it is, not below itself, and no deeper than departments go. */
  const takes = (department: Department, target: Department | null): boolean => {
    const whole = index.get(department.id)?.entry
    if (!whole || (target?.id ?? 0) === whole.parentId) return false
    if (target === null) return true
    if (withBelow(whole).some(({ id }) => id === target.id)) return false
    return (index.get(target.id)?.level ?? DEPARTMENT_LEVELS) + levelsOf(whole) <= DEPARTMENT_LEVELS
  }
  const move = async ({ id, title, version }: Department, parentId: number) => {
    try {
      const answer = await mutateAsync({ id, title, parentId, version })
      if (parentId !== 0) reveal([parentId])
      return answer
    } catch (error) {
      // useWrite has shown the error.
      refresh()
      throw error
    }
  }
  const drag = useRowDrag<Department>({
    rowKey: (row) => row.id,
    takes,
    move: (row, target) => void move(row, target?.id ?? 0).catch(() => {}),
  })
  return { drag, takes, move }
}
