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
  /** Where the files go; may be a new object on each render. A batch goes to the target at the time of `add`. */
  target: UploadTarget
  /** Several files at once. By default one: of several dropped files the first is uploaded, and a toast says so. */
  multiple?: boolean
  /** A narrower rule than the target's (A·§5, A·§9), which messages then name. */
  rule?: UploadRule
  /** Accessible name of the file input. */
  label?: string
  /** Called for each file that is now in the resource library. Template files have no attachment: see onSettled. */
  onDone?: (attachment: Attachment, task: UploadTask) => void
  /** Called each time when all uploads of the component have ended. */
  onSettled?: (result: UploadResult) => void
}

export interface Uploader {
  /** Checks files of a drop, paste or input, passes them to the host and queues them. Toasts name refused files. */
  add(files: readonly File[]): void
  /** Follows uploads that are queued in another way. Rejects as `queue` does, without a toast. */
  follow(queue: () => Promise<readonly UploadTask[]>): Promise<void>
  /** Opens the file dialog; `input` must be rendered. */
  pick(): void
  /** Ids of the component's uploads, oldest first; for `UploadList` and `useUploadTask`. */
  ids: readonly string[]
  /** Whether an upload of the component is unfinished: a form must not be saved without it. */
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
      if (!multiple && first && files.length > 1) notify('warning', `一次只能上传一个文件，仅上传了“${first.name}”`)
      session.add(multiple ? files : files.slice(0, 1), target, rule)
    },
    [session],
  )
  const pick = useCallback(() => input.current?.click(), [])
  const ids = useSyncExternalStore(session.subscribe, session.ids)
  const busy = useSyncExternalStore(session.subscribe, session.busy)

  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // Cleared, so that the same file can be chosen again.
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
