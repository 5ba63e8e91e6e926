import { useMemo, useRef, useState } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { MULTI_IMAGES } from '#renderer/features/media/text.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUploadTasks } from '#renderer/features/uploads/hooks.ts'
import type { UploadRule } from '#renderer/features/uploads/rules.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { type Chosen, chosenOf } from '../items.ts'
import { MULTI_EXTENSIONS, withMore } from './chooseImages.ts'

interface Options {
  limit: number
  limitMb: number
  siteId: number
  /** Every one has arrived. */
  onAll: (chosen: readonly Chosen[]) => void
}

const failedOf = (tasks: readonly UploadTask[]): string[] =>
  tasks.flatMap(({ name, size, state }) =>
    state.step === 'failed' ? [MULTI_IMAGES.failed(name, size, state.message)] : [],
  )

/** The images of the dialog: first chosen, then uploaded together. */
export function useMultiUpload({ limit, limitMb, siteId, onAll }: Options) {
  const toast = useToast()
  const [files, setFiles] = useState<readonly File[]>([])
  const [started, setStarted] = useState(false)
  const arrived = useRef(new Map<string, Chosen>())
  const rule = useMemo<UploadRule>(() => ({ extensions: MULTI_EXTENSIONS, limitMb }), [limitMb])

  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId },
    multiple: true,
    rule,
    label: '选择要上传的图片',
    onDone: (attachment, task) => arrived.current.set(task.id, chosenOf(attachment)),
    onSettled: ({ done, failed }) => {
      if (done > 0) toast.success(MULTI_IMAGES.done(done))
      if (failed === 0 && done > 0) onAll(inOrder())
    },
  })
  const { ids } = uploader
  // Several are sent at a time: they arrive in another order than they were chosen in.
  const inOrder = (): Chosen[] => ids.flatMap((id) => arrived.current.get(id) ?? [])
  const wanted = useMemo(() => {
    const own = new Set(ids)
    return ({ id, state }: UploadTask): boolean => own.has(id) && (state.step === 'failed' || state.step === 'done')
  }, [ids])
  const ended = useUploadTasks(wanted)

  return {
    files,
    started,
    rule,
    uploader,
    /** What to say about the failed ones, B·§5. */
    failures: failedOf(ended),
    finished: ended.filter(({ state }) => state.step === 'done').length,
    arrived: inOrder,
    choose(more: readonly File[]): void {
      const next = withMore(files, more, limit, rule)
      for (const problem of next.problems) toast.error(problem)
      setFiles(next.files)
    },
    remove: (file: File): void => setFiles(files.filter((each) => each !== file)),
    start(): void {
      setStarted(true)
      uploader.add(files)
    },
  }
}
