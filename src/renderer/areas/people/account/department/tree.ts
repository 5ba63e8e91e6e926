import type { Department } from '#shared/contract/department.ts'
import { NEW_ID } from '#renderer/ui/rowEdit/rowTree.ts'

/** The row in which a new department is typed. */
export const newDepartment = (parentId: number): Department => ({
  id: NEW_ID,
  title: '',
  parentId,
  createDate: '',
  child: [],
})

/**
 * The departments whose name contains the text, those above and below them; the same tree without a text.
 * @param editedId the id of one that stays whatever its name.
 */
export function filterDepartments(tree: readonly Department[], text: string, editedId: number): readonly Department[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return tree
  return tree.flatMap((department) => {
    if (department.id === editedId || department.title.toLowerCase().includes(wanted)) return [department]
    const child = [...filterDepartments(department.child, text, editedId)]
    return child.length > 0 ? [{ ...department, child }] : []
  })
}

/** It and all below it. */
export const withBelow = (department: Department): Department[] => [department, ...department.child.flatMap(withBelow)]

/** How many levels it and those below it take. */
export const levelsOf = ({ child }: Department): number => 1 + Math.max(0, ...child.map(levelsOf))
