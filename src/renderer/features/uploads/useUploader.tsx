import {
  type ChangeEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { notify } from '#renderer/data/notices.ts'
import { useFailureNotices } from './failures.ts'
import { acceptOf, ruleOf, type UploadRule } from './rules.ts'
import { createSession, type UploadResult } from './session.ts'
import { useUploadRefresh } from './useUploadRefresh.ts'

export interface UploaderOptions {
  /** Where the files go. It may be another object in each draw; a batch goes where it stood when it was added. */
  target: UploadTarget
  /** Several files at once; one by default: of several that are dropped the first, and that is said. */
  multiple?: boolean
  /** Narrower than what the target takes (A·§5, A·§9): its messages name these. */
  rule?: UploadRule
  /** Accessible name of the file input. */
  label?: string
  /** Once for each file that the resource library has. Files of a template have no attachment: see onSettled. */
  onDone?: (attachment: Attachment, task: UploadTask) => void
  /** Each time that nothing of it is on its way any more. */
  onSettled?: (result: UploadResult) => void
}

export interface Uploader {
  /** Files of a drop, a paste or an input: checked, handed to the host and queued. What is refused is said in a toast. */
  add(files: readonly File[]): void
  /** Follows what comes into the queue in another way. Rejects as the work does: nothing is said. */
  follow(queue: () => Promise<readonly UploadTask[]>): Promise<void>
  /** Opens the file dialog; `input` must be drawn. */
  pick(): void
  /** Ids of what was added here, oldest first; for `UploadList` and `useUploadTask`. */
  ids: readonly string[]
  /** Something added here is being handed over, waits, is paused or is on its way: a form must not save without it. */
  busy: boolean
  /** The hidden file input. */
  input: ReactElement
}

/**
 * Uploads for one component. They continue in the title bar's list after it is unmounted. Errors are shown as toasts
 * and stale lists are refreshed, both without the caller.
 */
export function useUploader(options: UploaderOptions): Uploader {
  const { multiple = false, label = '选择要上传的文件' } = options
  const [session] = useState(createSession)
  const input = useRef<HTMLInputElement>(null)
  useFailureNotices()
  useUploadRefresh()

  const report = useEffectEvent(() => session.report(options))
  useEffect(() => {
    const stop = session.subscribe(() => report())
    // Reports the uploads that ended while the page tab was hidden.
    report()
    return stop
  }, [session])

  const rule = options.rule ?? ruleOf(options.target)
  const latest = useRef({ target: options.target, rule, multiple })
  useEffect(() => {
    latest.current = { target: options.target, rule, multiple }
  })
  const add = useCallback(
    (files: readonly File[]) => {
      const { target, rule, multiple } = latest.current
      const [first] = files
      if (!multiple && first && files.length > 1) notify('warning', `这里一次只能上传一个文件，只上传了“${first.name}”`)
      session.add(multiple ? files : files.slice(0, 1), target, rule)
    },
    [session],
  )
  const pick = useCallback(() => input.current?.click(), [])
  const ids = useSyncExternalStore(session.subscribe, session.ids)
  const busy = useSyncExternalStore(session.subscribe, session.busy)

  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // Emptied, so that the same file can be chosen again.
    event.target.value = ''
    add(files)
  }
  const chooser = (
    <input
      ref={input}
      type="file"
      hidden
      multiple={multiple}
      aria-label={label}
      accept={acceptOf(rule)}
      onChange={choose}
    />
  )
  return { add, follow: session.follow, pick, ids, busy, input: chooser }
}
