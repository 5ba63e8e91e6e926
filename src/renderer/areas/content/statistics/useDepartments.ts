import { useMemo } from 'react'
import type { Department } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { type Item, addDescendants } from './treeItems.ts'

const itemOf = ({ id, title, child }: Department): Item => ({ key: id, title, child: child.map(itemOf) })

/** The department tree and the checked departments. */
export interface Departments {
  /** undefined while they are loading. */
  items: readonly Item[] | undefined
  /** The chosen departments and their descendants, including ones added later. */
  ticked: ReadonlySet<number>
  /** Input of call 88; undefined until the descendants of the chosen departments are known. */
  input: readonly number[] | undefined
  error: Error | null
  retry: () => void
}

/** @param chosen the topmost checked departments; some may be deleted */
export function useDepartments(chosen: readonly number[]): Departments {
  const { data, error, refetch } = useRead('department.getTree', {}, { quiet: true })
  const items = useMemo(() => data?.map(itemOf), [data])
  const ticked = useMemo(() => addDescendants(items ?? [], new Set(chosen)), [items, chosen])
  const isKnown = items !== undefined || error !== null || chosen.length === 0
  return {
    items,
    ticked,
    input: isKnown ? [...new Set([...chosen, ...ticked])] : undefined,
    error: items ? null : error,
    retry: () => void refetch(),
  }
}
