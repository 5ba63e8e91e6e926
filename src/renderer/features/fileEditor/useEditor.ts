import { useCallback, useMemo, useRef, useState } from 'react'
import type { AppError } from '#shared/errors/index.ts'
import type { UploadedFile } from '#shared/contract/host.ts'
import { toAppError, showError } from '#renderer/data/errors.ts'
import { lineEndsOf } from '#renderer/features/codeEditor/lineEnds.ts'
import { Texts } from '#renderer/features/codeEditor/openTexts.ts'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import type { FileDraft } from './drafts/fileDraft.ts'
import { type FileDrafts, useFileDrafts } from './drafts/useFileDrafts.ts'
import { changeFiles, NOTHING_OPEN, type OpenFile, type OpenFiles, type OpenFilesChange } from './openFiles.ts'
import type { FileLocation, FileSource, SourceWords, StoredText } from './source.ts'

/** The open files of the editor, and the actions on them. */
export interface Editor extends OpenFiles {
  texts: Texts
  /** The active file. */
  current: OpenFile | null
  saving: boolean
  words: SourceWords
  /** Reads the stored version of a file. */
  read(location: FileLocation): Promise<StoredText>
  /** The file whose save was refused because another version is stored. */
  conflict: OpenFile | null
  open(location: FileLocation): void
  activate(key: string): void
  edited(key: string): void
  save(key: string): void
  /** Saves a text over the stored version `hash`. */
  overwrite(file: OpenFile, text: string, hash: string): void
  /** Loads the stored version; undo brings the typed text back. */
  acceptTheirs(file: OpenFile, version: StoredText): void
  recreate(file: OpenFile): void
  /** Unsaved texts, stored on this computer. */
  drafts: FileDrafts
  /** Replaces the text by a draft; undo reverts this. */
  restore(file: OpenFile, draft: FileDraft): void
  showConflict(file: OpenFile | null): void
  /** Whether only uploads by the synced folder of this machine led to the server's version `hash` of a file. */
  isFromSync(file: OpenFile, hash: string): boolean
  /** Checks whether open files have changed where they are stored; all of them without keys. */
  recheck(keys?: readonly string[]): void
  /** Records files that the synced folder of this machine uploaded below the folder `folder`. */
  recordUploads(folder: string, uploaded: readonly UploadedFile[]): void
  close(key: string): void
}

/** The open files. `latest` is newer than the rendered state: a second save starts from what the first one left. */
function useOpenFiles() {
  const [state, setState] = useState(NOTHING_OPEN)
  const latest = useRef(NOTHING_OPEN)
  const change = useCallback((made: OpenFilesChange) => {
    latest.current = changeFiles(latest.current, made)
    setState(latest.current)
  }, [])
  const find = useCallback((key: string) => latest.current.files.find((file) => file.key === key), [])
  return { state, latest, change, find }
}

/** Dependencies of the reads and writes of open files; stable while the editor is open. */
interface Parts extends Pick<ReturnType<typeof useOpenFiles>, 'latest' | 'change' | 'find'> {
  source: FileSource
  texts: Texts
  synced: SyncedVersions
  draftActions: FileDrafts['actions']
  showConflict: (file: OpenFile | null) => void
}

/** Reads stored versions, to reload open files and to check whether they have changed. */
function useFileReads({ source, texts, synced, draftActions, change, find }: Parts) {
  const reload = useCallback(
    (key: string, version: StoredText) => {
      const { content, hash, encoding, note = '' } = version
      texts.write(key, content)
      change({ type: 'reloaded', key, hash, encoding, note, lineEnds: lineEndsOf(content) })
      draftActions.forget(key)
    },
    [texts, change, draftActions],
  )
  const check = useCallback(
    async (file: OpenFile) => {
      try {
        const version = await source.read(file)
        const now = find(file.key)
        if (!now) return
        if (version.hash === now.hash) return change({ type: 'server', key: now.key, server: 'same' })
        const server = synced.isUploadChain(now.key, now.hash, version.hash) ? 'synced' : 'newer'
        if (now.edited) change({ type: 'server', key: now.key, server })
        else reload(now.key, version)
      } catch (error) {
        if (toAppError(error).code === 'not-found') change({ type: 'server', key: file.key, server: 'gone' })
      }
    },
    [find, reload, change, synced, source],
  )
  return { reload, check }
}

/** Writes texts of open files. */
function useFileWrites({ source, texts, draftActions, change, find, showConflict }: Parts) {
  const [writing, setWriting] = useState(0)
  const store = useCallback(
    async (file: OpenFile, write: (content: string) => Promise<string>) => {
      const { key } = file
      const content = texts.read(key)
      setWriting((count) => count + 1)
      try {
        const hash = await write(content)
        if (!find(key)) return
        const edited = texts.read(key) !== content
        change({ type: 'saved', key, hash, edited, lineEnds: lineEndsOf(content) })
        if (edited) draftActions.keep(key)
        else draftActions.forget(key)
      } catch (error) {
        const { code } = toAppError(error)
        if (code === 'conflict') {
          change({ type: 'server', key, server: 'newer' })
          showConflict(file)
        } else if (code === 'not-found') change({ type: 'server', key, server: 'gone' })
        else showError(error)
      } finally {
        setWriting((count) => count - 1)
      }
    },
    [texts, find, change, draftActions, showConflict],
  )
  const overwrite = useCallback(
    (file: OpenFile, expectedHash: string) =>
      store(file, (content) => source.write(file, { content, encoding: file.encoding, expectedHash })),
    [store, source],
  )
  return { store, overwrite, saving: writing > 0 }
}

/** Opens, edits, restores and closes files without storing them. */
function useFileTexts({ source, texts, synced, draftActions, change, find }: Parts) {
  const alert = useAlert()
  return useMemo(() => {
    const open = async (location: FileLocation): Promise<void> => {
      if (find(location.key)) return change({ type: 'activated', key: location.key })
      const [stored, drafts] = await Promise.all([source.read(location), draftActions.load(location.key)])
      const { content, hash, encoding, note = '' } = stored
      if (find(location.key)) return change({ type: 'activated', key: location.key })
      texts.write(location.key, content)
      const lineEnds = lineEndsOf(content)
      change({ type: 'opened', file: { ...location, hash, encoding, lineEnds, note, edited: false, server: 'same' } })
      draftActions.offer(location.key, content, drafts)
    }
    const showRefusal = (error: AppError): unknown =>
      NOT_A_TEXT.has(error.code) ? alert({ title: '提示', text: error.message }) : showError(error)
    return {
      open: (location: FileLocation) => void open(location).catch((error: unknown) => showRefusal(toAppError(error))),
      activate: (key: string) => change({ type: 'activated', key }),
      edited(key: string) {
        change({ type: 'edited', key })
        draftActions.changed(key)
      },
      restore(file: OpenFile, draft: FileDraft) {
        const now = find(file.key)
        if (!now) return
        texts.write(now.key, draft.text)
        // An unedited file has the server's newest hash: a draft with another hash is based on an older version.
        const server = now.server === 'same' && draft.hash !== now.hash ? 'newer' : now.server
        change({ type: 'restored', key: now.key, hash: draft.hash, server })
        draftActions.adopt(now.key, draft)
      },
      isFromSync: (file: OpenFile, hash: string) =>
        synced.isUploadChain(file.key, find(file.key)?.hash ?? file.hash, hash),
      recordUploads: (folder: string, uploaded: readonly UploadedFile[]) => synced.add(folder, uploaded),
      close(key: string) {
        draftActions.close(key)
        change({ type: 'closed', key })
        texts.close(key)
      },
    }
  }, [texts, synced, source, find, alert, change, draftActions])
}

/** @param source stable while the editor is open */
export function useEditor(source: FileSource): Editor {
  const [texts] = useState(() => new Texts())
  const [synced] = useState(() => new SyncedVersions())
  const [conflict, showConflict] = useState<OpenFile | null>(null)
  const { state, latest, change, find } = useOpenFiles()
  const saves = useRef(new Map<string, Promise<void>>())

  const unsaved = useCallback(
    (key: string) => {
      const file = find(key)
      return file?.edited ? { hash: file.hash, text: texts.read(key) } : null
    },
    [find, texts],
  )
  const drafts = useFileDrafts(source.draftKey, unsaved)
  const parts: Parts = { source, texts, synced, draftActions: drafts.actions, latest, change, find, showConflict }
  const { reload, check } = useFileReads(parts)
  const { store, overwrite, saving } = useFileWrites(parts)
  const inFile = useFileTexts(parts)

  const actions = useMemo(
    () => ({
      ...inFile,
      save(key: string) {
        // Saves of a file run one after the other: the second must not start from the version before the first.
        const before = saves.current.get(key) ?? Promise.resolve()
        const next = before.then(() => {
          const file = find(key)
          return file && overwrite(file, file.hash)
        })
        saves.current.set(key, next)
      },
      overwrite(file: OpenFile, text: string, hash: string) {
        texts.write(file.key, text)
        inFile.edited(file.key)
        showConflict(null)
        void overwrite(file, hash)
      },
      acceptTheirs(file: OpenFile, version: StoredText) {
        reload(file.key, version)
        showConflict(null)
      },
      recreate(file: OpenFile) {
        void store(file, (content) => source.recreate(file, { content, encoding: file.encoding }))
      },
      recheck(keys?: readonly string[]) {
        for (const file of latest.current.files) if (!keys || keys.includes(file.key)) void check(file)
      },
    }),
    [texts, source, find, store, overwrite, check, reload, inFile, latest],
  )

  const current = state.files.find((file) => file.key === state.active) ?? null
  const { words, read } = source
  return { ...state, ...actions, texts, words, read, current, saving, conflict, showConflict, drafts }
}

/** Errors about files that are too large or not texts. A dialog shows them, because their messages name a remedy. */
const NOT_A_TEXT: ReadonlySet<string> = new Set(['unsupported', 'too-large'])

/** Limit of the recorded versions: the first sync of a template may upload thousands of files. */
const MAX_VERSIONS = 2000

/**
 * Versions that the synced folder of this machine uploaded while the editor is open. They distinguish changes by the
 * user's own local editor from those of other people.
 */
class SyncedVersions {
  /** The replaced version, by file and version. */
  readonly #replaced = new Map<string, string>()

  /** @param folder the template's folder, with which the keys of files begin */
  add(folder: string, uploaded: readonly UploadedFile[]): void {
    for (const { path, hash, replaced } of uploaded) {
      if (replaced === null) continue
      const version = `${folder}/${path} ${hash}`
      this.#replaced.delete(version)
      this.#replaced.set(version, replaced)
    }
    for (const oldest of this.#replaced.keys()) {
      if (this.#replaced.size <= MAX_VERSIONS) break
      this.#replaced.delete(oldest)
    }
  }

  /** Whether only uploads of the synced folder lead from one version of a file to another, without one of other people. */
  isUploadChain(key: string, from: string, to: string): boolean {
    const seen = new Set<string>()
    for (let at: string | undefined = to; at !== undefined && !seen.has(at); at = this.#replaced.get(`${key} ${at}`)) {
      if (at === from) return true
      seen.add(at)
    }
    return false
  }
}
