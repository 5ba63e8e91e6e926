import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { useUploadTasks } from '#renderer/kit/uploads/hooks.ts'
import { useUploader } from '#renderer/kit/uploads/useUploader.tsx'
import { numberOf as numberIn } from '../schema/read.ts'
import { begin, pendingState, setPending } from './pending.ts'

const NAME = /^粘贴的图片-\d+-(\d+)\.[a-z]+$/
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}

/** Number of the picture that an upload is of; 0 for others. */
const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0)

/** Puts the addresses of pictures that have arrived into the text; not a step that can be undone. */
export function settle(editor: Editor): void {
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    const state = node.type.name === 'image' ? pendingState(numberIn(node.attrs, 'pending')) : undefined
    if (state?.step === 'done') tr.setNodeMarkup(at, null, { ...node.attrs, pending: 0, src: state.src })
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/** Uploads of pictures that were pasted or dropped: each has a number, which its place in the text knows. */
export function useEditorImages(siteId: number) {
  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId },
    multiple: true,
    label: '上传粘贴的图片',
    onDone: (attachment, task) => setPending(numberOf(task.name), { step: 'done', src: attachment.accessPath }),
  })
  const { ids, busy } = uploader
  const wanted = useMemo(() => {
    const own = new Set(ids)
    return ({ id }: UploadTask): boolean => own.has(id)
  }, [ids])
  const tasks = useUploadTasks(wanted)
  useEffect(() => {
    for (const { name, state, sent, size } of tasks) {
      const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
      if (state.step === 'failed') setPending(numberOf(name), { step: 'failed' })
      else if (state.step !== 'done') setPending(numberOf(name), { step: 'waiting', percent })
    }
  }, [tasks])

  const started = useRef<number[]>([])
  // Refused before they came into the queue, or taken out of it.
  const giveUp = useEffectEvent(() => {
    for (const number of started.current)
      if (pendingState(number)?.step === 'waiting') setPending(number, { step: 'failed' })
    started.current = []
  })
  useEffect(() => {
    if (!busy) giveUp()
  }, [busy])

  return {
    busy,
    input: uploader.input,
    /** Sends pictures; their numbers, in the same order. */
    send(files: readonly File[]): number[] {
      const numbers = files.map(() => begin())
      started.current.push(...numbers)
      const stamp = Date.now()
      uploader.add(
        files.map(
          (file, at) =>
            new File([file], `粘贴的图片-${stamp}-${numbers[at] ?? 0}.${TYPES[file.type] ?? 'png'}`, {
              type: file.type,
            }),
        ),
      )
      return numbers
    },
  }
}
