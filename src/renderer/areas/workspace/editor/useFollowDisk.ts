import { useEffect, useEffectEvent, useRef } from 'react'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import type { Editor } from '#renderer/features/fileEditor/useEditor.ts'

/** Polling interval for the open files on disk, ms: they may also change while the workspace is paused. */
const POLL_MS = 2000
/** Throttle for refreshing a busy workspace, ms. */
const REFRESH_THROTTLE_MS = 1000
/** Limit of files in one call. */
const MAX_FILES = 200

/** Keeps the tree and the open files up to date with the folder. */
export function useFollowDisk(id: string, editor: Editor): void {
  const refresh = useRefresh()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useHostEvent('workspace.changed', (event) => {
    if (event.id !== id) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh('localFiles.list', 'localFiles.versions', 'localFiles.find')
    }, REFRESH_THROTTLE_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const paths = editor.files.map(({ key }) => key).slice(-MAX_FILES)
  const options = { quiet: true, enabled: paths.length > 0, everyMs: POLL_MS, onFocus: true }
  const { data } = useRead('localFiles.versions', { id, paths }, options)
  const compare = useEffectEvent((versions: NonNullable<typeof data>) => {
    const now = new Map(versions.map(({ path, hash }) => [path, hash]))
    const changed = editor.files.filter(({ key, hash, server }) => {
      const seen = now.get(key)
      return (
        seen !== undefined &&
        (seen === null ? server !== 'gone' : seen !== hash ? server === 'same' : server !== 'same')
      )
    })
    if (changed.length > 0) editor.recheck(changed.map(({ key }) => key))
  })
  useEffect(() => {
    if (data) compare(data)
  }, [data])
}
