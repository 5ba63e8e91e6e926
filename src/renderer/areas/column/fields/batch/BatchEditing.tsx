import { useEffect, useRef, useState } from 'react'
import { Button, ProgressBar, Text } from '@fluentui/react-components'
import type { MenuField } from '#shared/contract/column.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { parseConflict } from '#renderer/ui/form/compare.ts'
import { useDraft } from '../draft/useDraft.ts'
import { Footer } from '../Footer.tsx'
import { checkFields } from '../save/problems.ts'
import { FieldEditor } from '../FieldEditor.tsx'
import type { Target } from './targets.ts'
import type { ChosenField } from '../draft/draft.ts'
import { TargetList, type TargetRow, type TargetState } from './TargetList.tsx'

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map()

interface Props {
  targets: readonly Target[]
  start: readonly MenuField[]
  onDone: () => void
  onCancel: () => void
}

/** Edits the fields for all columns, then shows the save result of each column. */
export function BatchEditing({ targets, start, onDone, onCancel }: Props) {
  const toast = useToast()
  const draft = useDraft(start)
  const [wrong, setWrong] = useState(NO_PROBLEMS)
  const batch = useBatchSave(targets)
  const started = batch.results.size > 0
  const unsaved = started ? batch.done < targets.length : draft.dirty
  useUnsaved('fields batch', `${targets.length - batch.done} 个栏目的字段设置`, unsaved)

  const save = (): void => {
    const problems = checkFields(draft.fields)
    setWrong(problems?.messages ?? NO_PROBLEMS)
    if (!problems) {
      batch.run(targets, draft.fields)
      return
    }
    const [name] = problems.messages.keys()
    if (name !== undefined) draft.change({ kind: 'show', name })
    toast.error(problems.firstMessage)
  }
  if (started)
    return <ResultStep targets={targets} fields={draft.fields} batch={batch} onDone={onDone} onCancel={onCancel} />
  return (
    <>
      <FieldEditor draft={draft} siteId={targets[0]?.column.siteId ?? 0} readOnly={false} wrong={wrong} />
      <Footer
        note={`保存后会替换 ${targets.length} 个栏目现有的字段`}
        save={{ text: `保存到 ${targets.length} 个栏目`, busy: false, run: save }}
        onCancel={onCancel}
      />
    </>
  )
}

interface ResultStepProps {
  targets: readonly Target[]
  fields: readonly ChosenField[]
  batch: ReturnType<typeof useBatchSave>
  onDone: () => void
  onCancel: () => void
}

/** The save result of each column; failed columns can be retried. */
function ResultStep({ targets, fields, batch, onDone, onCancel }: ResultStepProps) {
  const { results, running, failed, done } = batch
  const retryable = failed.filter(({ column }) => !results.get(column.id)?.conflict)
  const rows = targets.map((target): TargetRow => {
    const { id, title } = target.column
    const { state = 'waiting', text = '', conflict = false } = results.get(id) ?? {}
    const overwrite = conflict && !running && { onOverwrite: () => batch.run([target], fields, true) }
    return { id, title, state, text, ...overwrite }
  })
  const progressText = running
    ? `正在保存，已完成 ${done} 个，共 ${targets.length} 个`
    : failed.length > 0
      ? `${done} 个栏目设置成功，${failed.length} 个未保存`
      : `${done} 个栏目全部设置成功`
  const secondaryButton = running ? (
    <Button onClick={batch.stop}>停止</Button>
  ) : (
    failed.length > 0 && <Button onClick={batch.forget}>返回修改字段</Button>
  )
  const retry = !running && retryable.length > 0 && (
    <Button appearance="primary" onClick={() => batch.run(retryable, fields)}>
      重试失败项 {retryable.length} 个
    </Button>
  )
  return (
    <>
      <ProgressBar aria-label="保存进度" value={done + failed.length} max={targets.length} />
      <Text role="status">{progressText}</Text>
      <TargetList label="保存结果" rows={rows} />
      <Footer
        note=""
        extra={secondaryButton}
        main={retry}
        onCancel={running || failed.length > 0 ? onCancel : onDone}
      />
    </>
  )
}

interface Result {
  state: Exclude<TargetState, 'none'>
  text: string
  /** Another user saved the column since it was read. */
  conflict: boolean
}

const WAITING: Result = { state: 'waiting', text: '等待保存', conflict: false }
const SAVING: Result = { state: 'saving', text: '正在保存…', conflict: false }
const DONE: Result = { state: 'done', text: '设置成功', conflict: false }

/** Saves the columns one after the other (calls.md 37); a failure does not stop the run. */
function useBatchSave(targets: readonly Target[]) {
  const write = useWrite('column.settingField', { quiet: true, success: false })
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  // Closing the dialog stops the run: columns that are still waiting are not saved.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  /** Versions of columns that this dialog has saved. */
  const versions = useRef(new Map<number, number | undefined>())
  const setResult = (id: number, result: Result): void => setResults((all) => new Map(all).set(id, result))

  const saveOne = async (target: Target, fields: readonly ChosenField[], over: boolean): Promise<void> => {
    const { id } = target.column
    setResult(id, SAVING)
    const knownVersion = versions.current.has(id) ? versions.current.get(id) : target.version
    const version = over ? undefined : knownVersion
    try {
      const { code, msg, data } = await write.mutateAsync({ id, menuFieldDTOList: [...fields], version })
      if (code === SUCCESS) versions.current.set(id, data?.version)
      setResult(id, code === SUCCESS ? DONE : { state: 'failed', text: msg || '保存失败，请重试', conflict: false })
    } catch (thrown) {
      const error = toAppError(thrown)
      setResult(id, { state: 'failed', text: error.message, conflict: parseConflict(error) !== null })
    }
  }
  /** @param over overwrites what another user saved meanwhile */
  const run = async (wanted: readonly Target[], fields: readonly ChosenField[], over = false): Promise<void> => {
    stopped.current = false
    setRunning(true)
    for (const { column } of wanted) setResult(column.id, WAITING)
    for (const target of wanted) {
      if (stopped.current) setResult(target.column.id, { state: 'failed', text: '已停止，未保存', conflict: false })
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
    /** Clears the results, which leads back to the fields. */
    forget: () => setResults(new Map()),
  }
}
