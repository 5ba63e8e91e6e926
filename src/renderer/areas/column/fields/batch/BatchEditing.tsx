import { useState } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { useDraft } from '../draft/useDraft.ts'
import { Footer } from '../frame/Footer.tsx'
import { brokenRules } from '../save/problems.ts'
import { FieldEditor } from '../FieldEditor.tsx'
import { ResultStep } from './ResultStep.tsx'
import type { Target } from './targets.ts'
import { useBatchSave } from './useBatchSave.ts'

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
