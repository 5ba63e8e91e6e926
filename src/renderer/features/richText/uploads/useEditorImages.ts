import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { extensionOf } from '#shared/domain/fileNames.ts'
import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { call } from '#renderer/data/client.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { uploadActions } from '#renderer/features/uploads/actions.ts'
import { useUploadTasks } from '#renderer/features/uploads/hooks.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { numberOf as numberIn } from '../schema/read.ts'
import { arrivedAt, begin, pendingState, setPending } from './pending.ts'

const NAME = /^粘贴的图片-\d+-(\d+)\.[a-z]+$/
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}

/** The message about pictures that stay on other websites. */
const webPicturesLeft = (count: number): string =>
  `${count} 张图片没有下载成功，保留了原地址；对方可能不允许引用，建议下载后重新插入`

/** A picture under the name that tells its number. One that the server takes no pictures of keeps its extension, and is refused. */
function named(file: File, number: number): File {
  const extension = TYPES[file.type] ?? (extensionOf(file.name) || 'png')
  return new File([file], `粘贴的图片-${Date.now()}-${number}.${extension}`, { type: file.type })
}

/** Number of the picture that an upload is of; 0 for others. */
const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0)

/** Puts the addresses of uploaded pictures into the text, without an undo step. */
export function settle(editor: Editor): void {
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    const src = node.type.name === 'image' ? arrivedAt(numberIn(node.attrs, 'pending')) : ''
    if (src) tr.setNodeMarkup(at, null, { ...node.attrs, pending: 0, src })
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/** Copies a picture of another website into the library; one that can't be had keeps its address. */
async function copyWebPicture(
  follow: ReturnType<typeof useUploader>['follow'],
  { url, number, target }: { url: string; number: number; target: UploadTarget },
): Promise<boolean> {
  const input = { url, name: `粘贴的图片-${Date.now()}-${number}`, target }
  try {
    await follow(async () => (await call('uploads.addPicture', input)).data.tasks)
    return true
  } catch {
    if (pendingState(number)?.step === 'done') return true
    setPending(number, { step: 'done', src: url })
    return false
  }
}

/** The uploads of an editor's pictures; the address of one that arrived goes to its placeholder. */
function usePictureUploads(target: UploadTarget) {
  const uploader = useUploader({
    target,
    multiple: true,
    label: '上传粘贴的图片',
    onDone: (attachment, task) => setPending(numberOf(task.name), { step: 'done', src: attachment.accessPath }),
  })
  const { ids } = uploader
  const wanted = useMemo(() => {
    const uploadIds = new Set(ids)
    return ({ id }: UploadTask): boolean => uploadIds.has(id)
  }, [ids])
  return { ...uploader, tasks: useUploadTasks(wanted) }
}

/** Uploads pasted and dropped pictures; each has a number, by which its placeholder in the text finds it. */
export function useEditorImages(siteId: number) {
  const toast = useToast()
  const target = { to: 'library', kind: 'image', siteId } as const
  const { tasks, add, follow, busy, input } = usePictureUploads(target)
  /** Those that have not arrived, to be sent again. */
  const files = useRef(new Map<number, File>())
  /** Where those of other websites came from. */
  const web = useRef(new Map<number, string>())
  const keepAddress = useEffectEvent((number: number) => {
    const src = web.current.get(number)
    if (src === undefined || pendingState(number)?.step !== 'waiting') return
    setPending(number, { step: 'done', src })
    toast.warning(webPicturesLeft(1))
  })
  const again = useCallback(
    (number: number, task: string) => {
      setPending(number, { step: 'waiting', percent: 0 })
      const file = files.current.get(number)
      if (task) uploadActions.retry([task])
      else if (file) add([named(file, number)])
    },
    [add],
  )
  useEffect(() => {
    for (const { id, name, state, sent, size } of tasks) {
      const number = numberOf(name)
      const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
      if (state.step === 'failed' && web.current.has(number)) keepAddress(number)
      else if (state.step === 'failed') {
        const retry = state.retry ? () => again(number, id) : null
        setPending(number, { step: 'failed', message: state.message, retry })
      } else if (state.step === 'done') files.current.delete(number)
      else setPending(number, { step: 'waiting', percent })
    }
  }, [tasks, again])

  // Files that were refused before they were queued, or that were removed from the queue.
  const giveUp = useEffectEvent(() => {
    for (const number of web.current.keys()) keepAddress(number)
    for (const number of files.current.keys())
      if (pendingState(number)?.step === 'waiting')
        setPending(number, {
          step: 'failed',
          message: '没有上传（格式或大小不合要求，或已取消）',
          retry: () => again(number, ''),
        })
  })
  useEffect(() => {
    if (!busy) giveUp()
  }, [busy])

  return {
    busy,
    input,
    /** Sends pictures; their numbers, in the same order. */
    send(pictures: readonly File[]): number[] {
      const sent = pictures.map((file) => ({ file, number: begin() }))
      for (const { file, number } of sent) files.current.set(number, file)
      add(sent.map(({ file, number }) => named(file, number)))
      return sent.map(({ number }) => number)
    },
    /** Takes over pictures of other websites; one that can't be had keeps its address. Their numbers, in the same order. */
    sendWeb(addresses: readonly string[]): number[] {
      const wanted = addresses.map((url) => ({ url, number: begin() }))
      for (const { url, number } of wanted) web.current.set(number, url)
      const copied = wanted.map(({ url, number }) => copyWebPicture(follow, { url, number, target }))
      void Promise.all(copied).then((results) => {
        const left = results.filter((isCopied) => !isCopied).length
        if (left > 0) toast.warning(webPicturesLeft(left))
      })
      return wanted.map(({ number }) => number)
    },
  }
}
