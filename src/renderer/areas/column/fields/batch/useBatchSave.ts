import { useEffect, useRef, useState } from 'react'
import { asAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { meanwhileOf } from '#renderer/ui/form/compare.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { ChosenField } from '../draft/draft.ts'
import type { TargetState } from './TargetList.tsx'
import type { Target } from './targets.ts'

export interface Result {
  state: Exclude<TargetState, 'none'>
  text: string
  /** Somebody else saved the column since it was read. */
  conflict: boolean
}

const WAITING: Result = { state: 'waiting', text: '等待保存', conflict: false }
const SAVING: Result = { state: 'saving', text: '正在保存…', conflict: false }
const DONE: Result = { state: 'done', text: '设置成功', conflict: false }

/** Saves the fields of one column after the other (calls.md 37); a failure does not stop the others. */
export function useBatchSave(targets: readonly Target[]) {
  const write = useWrite('column.settingField', { quiet: true, success: false })
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  // Who gives the dialog up doesn't want the columns that are still waiting to be saved.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  /** Of columns that were saved here already. */
  const versions = useRef(new Map<number, number | undefined>())
  const set = (id: number, result: Result): void => setResults((all) => new Map(all).set(id, result))

  const saveOne = async (target: Target, fields: readonly ChosenField[], over: boolean): Promise<void> => {
    const { id } = target.column
    set(id, SAVING)
    const seen = versions.current.has(id) ? versions.current.get(id) : target.version
    const version = over ? undefined : seen
    try {
      const { code, msg, data } = await write.mutateAsync({ id, menuFieldDTOList: [...fields], version })
      if (code === SUCCESS) versions.current.set(id, data?.version)
      set(id, code === SUCCESS ? DONE : { state: 'failed', text: msg || '没有保存，请重试', conflict: false })
    } catch (thrown) {
      const error = asAppError(thrown)
      set(id, { state: 'failed', text: error.message, conflict: meanwhileOf(error) !== null })
    }
  }
  /** @param over also where somebody else saved meanwhile. */
  const run = async (wanted: readonly Target[], fields: readonly ChosenField[], over = false): Promise<void> => {
    stopped.current = false
    setRunning(true)
    for (const { column } of wanted) set(column.id, WAITING)
    for (const target of wanted) {
      if (stopped.current) set(target.column.id, { state: 'failed', text: '已停止，没有保存', conflict: false })
      else await saveOne(target, fields, over)
    }
    setRunning(false)
  }
  const failed = targets.filter(({ column }) => results.get(column.id)?.state === 'failed')
  return {
    results,
    running,
    failed,
    done: targets.filter(({ column }) => results.get(column.id)?.state === 'done').length,
    run: (wanted: readonly Target[], fields: readonly ChosenField[], over?: boolean) => void run(wanted, fields, over),
    stop: () => {
      stopped.current = true
    },
    /** Back to the fields. */
    forget: () => setResults(new Map()),
  }
}
