import { useCallback, useRef, useState } from 'react'
import { grantFiles } from '#renderer/data/client.ts'
import { asAppError, showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useToast } from '#renderer/kit/feedback/useToast.ts'
import { changed, type Upload, uploadProblem } from './uploads.ts'

interface Uploads {
  uploads: readonly Upload[]
  /** Checks the files and sends them into a folder, one after the other. */
  start: (files: readonly File[], path: string) => Promise<void>
  clear: () => void
}

/** Files on their way into a template. One that fails does not stop the next; the list reloads after each. */
export function useUploads(): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const next = useRef(0)
  const last = useRef<Promise<void>>(Promise.resolve())
  const toast = useToast()
  const { mutateAsync: send } = useWrite('uploads.toTemplate', { quiet: true })

  const start = useCallback(
    async (files: readonly File[], path: string): Promise<void> => {
      const queued = files.map((file) => {
        const problem = uploadProblem(file)
        if (problem) toast.error(problem)
        const state = problem ? ('failed' as const) : ('waiting' as const)
        return { file, upload: { id: next.current++, name: file.name, state, progress: 0, message: problem ?? '' } }
      })
      setUploads((now) => [...now, ...queued.map((each) => each.upload)])

      const one = async ({ file, upload }: (typeof queued)[number]): Promise<boolean> => {
        const set = (change: Partial<Upload>): void => setUploads((now) => changed(now, upload.id, change))
        try {
          set({ state: 'reading' })
          const [granted] = await grantFiles([file], (loaded, total) => set({ progress: loaded / Math.max(total, 1) }))
          set({ state: 'sending' })
          if (granted) await send({ grant: granted.grant, path })
          set({ state: 'done' })
          return true
        } catch (error) {
          set({ state: 'failed', message: asAppError(error).message })
          showError(error)
          return false
        }
      }
      const all = async (): Promise<void> => {
        let done = 0
        for (const each of queued) if (each.upload.state === 'waiting' && (await one(each))) done += 1
        if (done > 0) toast.success('操作成功')
      }
      last.current = last.current.then(all)
      await last.current
    },
    [send, toast],
  )
  return { uploads, start, clear: useCallback(() => setUploads([]), []) }
}
