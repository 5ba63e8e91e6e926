import { useState } from 'react'
import { Button, ProgressBar, Text } from '@fluentui/react-components'
import type { MenuField } from '#shared/contract/column.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { useDraft } from '../draft/useDraft.ts'
import { Footer } from '../frame/Footer.tsx'
import { brokenRules } from '../save/problems.ts'
import { FieldEditor } from '../FieldEditor.tsx'
import type { Target } from './targets.ts'
import { useBatchSave } from './useBatchSave.ts'
import type { ChosenField } from '../draft/draft.ts'
import { TargetList, type TargetRow } from './TargetList.tsx'

const NOTHING: ReadonlyMap<string, string> = new Map()

interface Props {
  targets: readonly Target[]
  start: readonly MenuField[]
  onDone: () => void
  onCancel: () => void
}

/** The fields that all columns get, then how saving went for each. */
export function BatchEditing({ targets, start, onDone, onCancel }: Props) {
  const toast = useToast()
  const draft = useDraft(start)
  const [wrong, setWrong] = useState(NOTHING)
  const batch = useBatchSave(targets)
  const started = batch.results.size > 0
  const unsaved = started ? batch.done < targets.length : draft.dirty
  useUnsaved('fields batch', `${targets.length - batch.done} 个栏目的字段设置`, unsaved)

  const save = (): void => {
    const broken = brokenRules(draft.fields)
    setWrong(broken?.wrong ?? NOTHING)
    if (!broken) {
      batch.run(targets, draft.fields)
      return
    }
    const [name] = broken.wrong.keys()
    if (name !== undefined) draft.change({ kind: 'show', name })
    toast.error(broken.first)
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

/** How saving went for each column; failures can be tried again alone. */
function ResultStep({ targets, fields, batch, onDone, onCancel }: ResultStepProps) {
  const { results, running, failed, done } = batch
  const again = failed.filter(({ column }) => !results.get(column.id)?.conflict)
  const rows = targets.map((target): TargetRow => {
    const { id, title } = target.column
    const { state = 'waiting', text = '', conflict = false } = results.get(id) ?? {}
    const overwrite = conflict && !running && { onOverwrite: () => batch.run([target], fields, true) }
    return { id, title, state, text, ...overwrite }
  })
  const said = running
    ? `正在保存，已完成 ${done} 个，共 ${targets.length} 个`
    : failed.length > 0
      ? `${done} 个栏目设置成功，${failed.length} 个没有保存`
      : `${done} 个栏目全部设置成功`
  const other = running ? (
    <Button onClick={batch.stop}>停止</Button>
  ) : (
    failed.length > 0 && <Button onClick={batch.forget}>返回修改字段</Button>
  )
  const retry = !running && again.length > 0 && (
    <Button appearance="primary" onClick={() => batch.run(again, fields)}>
      重试失败的 {again.length} 个
    </Button>
  )
  return (
    <>
      <ProgressBar aria-label="保存进度" value={done + failed.length} max={targets.length} />
      <Text role="status">{said}</Text>
      <TargetList label="保存结果" rows={rows} />
      <Footer note="" extra={other} main={retry} onCancel={running || failed.length > 0 ? onCancel : onDone} />
    </>
  )
}
