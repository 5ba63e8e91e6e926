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
import { uploadedAddress, reserveUpload, pendingState, setPending } from './pending.ts'

const NAME = /^粘贴的图片-\d+-(\d+)\.[a-z]+$/
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}

/** The message about pictures that stay on other websites. */
const webPicturesMessage = (count: number): string =>
  `${count} 张图片下载失败，已保留原地址；该网站可能不允许引用，建议下载后重新插入`

/** Renames a picture so that its name has its number. A type that the server refuses keeps its extension. */
function withNumberedName(file: File, number: number): File {
  const extension = TYPES[file.type] ?? (extensionOf(file.name) || 'png')
  return new File([file], `粘贴的图片-${Date.now()}-${number}.${extension}`, { type: file.type })
}

/** The number in the name of an upload; 0 for other uploads. */
const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0)

/** Sets the addresses of uploaded pictures in the text, without an undo step. */
export function insertUploadedAddresses(editor: Editor): void {
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    const src = node.type.name === 'image' ? uploadedAddress(numberIn(node.attrs, 'pending')) : ''
    if (src) tr.setNodeMarkup(at, null, { ...node.attrs, pending: 0, src })
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/** Copies a picture from another website into the library; after a failure the picture keeps its address. */
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

/** The uploads of an editor's pictures; each placeholder gets the address of its uploaded picture. */
function usePictureUploads(target: UploadTarget) {
  const uploader = useUploader({
    target,
    multiple: true,
    label: '上传粘贴的图片',
    onDone: (attachment, task) => setPending(numberOf(task.name), { step: 'done', src: attachment.accessPath }),
  })
  const { ids } = uploader
  const isOwnTask = useMemo(() => {
    const uploadIds = new Set(ids)
    return ({ id }: UploadTask): boolean => uploadIds.has(id)
  }, [ids])
  return { ...uploader, tasks: useUploadTasks(isOwnTask) }
}

/** Uploads pasted and dropped pictures; each has the number of its placeholder in the text. */
export function useEditorImages(siteId: number) {
  const toast = useToast()
  const target = { to: 'library', kind: 'image', siteId } as const
  const { tasks, add, follow, busy, input } = usePictureUploads(target)
  /** Pictures whose upload has not finished, for a retry. */
  const files = useRef(new Map<number, File>())
  /** Addresses of pictures from other websites. */
  const web = useRef(new Map<number, string>())
  const keepAddress = useEffectEvent((number: number) => {
    const src = web.current.get(number)
    if (src === undefined || pendingState(number)?.step !== 'waiting') return
    setPending(number, { step: 'done', src })
    toast.warning(webPicturesMessage(1))
  })
  const retryUpload = useCallback(
    (number: number, task: string) => {
      setPending(number, { step: 'waiting', percent: 0 })
      const file = files.current.get(number)
      if (task) uploadActions.retry([task])
      else if (file) add([withNumberedName(file, number)])
    },
    [add],
  )
  useEffect(() => {
    for (const { id, name, state, sent, size } of tasks) {
      const number = numberOf(name)
      const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
      if (state.step === 'failed' && web.current.has(number)) keepAddress(number)
      else if (state.step === 'failed') {
        const retry = state.retry ? () => retryUpload(number, id) : null
        setPending(number, { step: 'failed', message: state.message, retry })
      } else if (state.step === 'done') files.current.delete(number)
      else setPending(number, { step: 'waiting', percent })
    }
  }, [tasks, retryUpload])

  // Marks files as failed that were refused before the queue or removed from it.
  const failUnfinished = useEffectEvent(() => {
    for (const number of web.current.keys()) keepAddress(number)
    for (const number of files.current.keys())
      if (pendingState(number)?.step === 'waiting')
        setPending(number, {
          step: 'failed',
          message: '未上传（格式或大小不符合要求，或已取消）',
          retry: () => retryUpload(number, ''),
        })
  })
  useEffect(() => {
    if (!busy) failUnfinished()
  }, [busy])

  return {
    busy,
    input,
    /** Uploads pictures and returns their numbers in the same order. */
    send(pictures: readonly File[]): number[] {
      const sent = pictures.map((file) => ({ file, number: reserveUpload() }))
      for (const { file, number } of sent) files.current.set(number, file)
      add(sent.map(({ file, number }) => withNumberedName(file, number)))
      return sent.map(({ number }) => number)
    },
    /** Copies pictures from other websites and returns their numbers in the same order. */
    sendWeb(addresses: readonly string[]): number[] {
      const webPictures = addresses.map((url) => ({ url, number: reserveUpload() }))
      for (const { url, number } of webPictures) web.current.set(number, url)
      const copied = webPictures.map(({ url, number }) => copyWebPicture(follow, { url, number, target }))
      void Promise.all(copied).then((results) => {
        const failed = results.filter((isCopied) => !isCopied).length
        if (failed > 0) toast.warning(webPicturesMessage(failed))
      })
      return webPictures.map(({ number }) => number)
    },
  }
}
