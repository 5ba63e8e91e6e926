import { useMemo } from 'react'
import type { Department } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { type Item, withBelow } from './treeItems.ts'

const itemOf = ({ id, title, child }: Department): Item => ({ key: id, title, child: child.map(itemOf) })

/** The departments, and which of them the chosen ones are. */
export interface Departments {
  /** undefined while they are loading. */
  items: readonly Item[] | undefined
  /** Those that are ticked: the chosen ones and all below them, also what came there since. */
  ticked: ReadonlySet<number>
  /** What call 88 is asked for; undefined as long as it is not known what stands below the chosen ones. */
  input: readonly number[] | undefined
  error: Error | null
  retry: () => void
}

/** @param chosen the uppermost of the ticked departments; some may be gone */
export function useDepartments(chosen: readonly number[]): Departments {
  const { data, error, refetch } = useRead('department.getTree', {}, { quiet: true })
  const items = useMemo(() => data?.map(itemOf), [data])
  const ticked = useMemo(() => withBelow(items ?? [], new Set(chosen)), [items, chosen])
  const known = items !== undefined || error !== null || chosen.length === 0
  return {
    items,
    ticked,
    input: known ? [...new Set([...chosen, ...ticked])] : undefined,
    error: items ? null : error,
    retry: () => void refetch(),
  }
}
