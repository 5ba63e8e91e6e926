import { useMemo } from 'react'
import type { Department } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'

/** The departments as a flat list with levels. */
export const flatDepartments = (
  tree: readonly Department[],
  level = 1,
): { value: number; title: string; level: number }[] =>
  tree.flatMap(({ id, title, child }) => [{ value: id, title, level }, ...flatDepartments(child, level + 1)])

/** The departments as an indented list to choose from (contradictions.md 98). */
export function useDepartments() {
  const { data } = useRead('department.getTree', {})
  return useMemo(() => {
    const options = flatDepartments(data ?? [])
    return { options, titleOf: (id: number) => options.find(({ value }) => value === id)?.title }
  }, [data])
}
