import { useMemo } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { startDownload } from '#renderer/ui/page/startDownload.ts'
import { FILES } from '#renderer/areas/template/text.ts'
import type { EncodingQuestion } from './EncodingDialog.tsx'
import type { FileActions } from './fileColumns.tsx'
import { isEditable } from '../shared/fileKinds.ts'

interface Ways {
  /** Enters a folder. */
  enter: (path: string) => void
  /** Opens a file in the editor. */
  edit: (entry: FileEntry) => void
  rename: (entry: FileEntry) => void
  /** Asks in which encoding the names of an archive are. */
  askEncoding: (question: EncodingQuestion) => void
}

/** What the rows of the folder `path` do (A·§2 Template file manager dialog). */
export function useFileActions(path: string, { enter, edit, rename, askEncoding }: Ways): FileActions {
  const confirm = useConfirm()
  const alert = useAlert()
  const toast = useToast()
  const { mutate: remove } = useWrite('templateFile.remove')
  const { mutateAsync: unzip } = useWrite('templateFile.unzip', { quiet: true })

  return useMemo(() => {
    const download = async (entry: FileEntry): Promise<void> => {
      const { href, savedAs } = (await call('downloads.templateFile', { path, downloadFileName: entry.name })).data
      if (href) startDownload(href, entry.name)
      if (savedAs) toast.success(`已保存到 ${savedAs}`)
    }
    return {
      open(entry) {
        if (entry.folder) enter(entry.path)
        else if (isEditable(entry.name)) edit(entry)
        else void alert({ title: FILES.notEditableTitle, text: FILES.notEditable })
      },
      download: (entry) => void download(entry).catch(showError),
      unzip: ({ name }) =>
        // A failure is told even when the dialog has been closed meanwhile.
        void unzip({ path, unzipFileName: name }).catch((error: unknown) => {
          const samples = factOf(error, 'names')?.samples
          if (samples) askEncoding({ path, name, samples })
          else showError(error)
        }),
      rename,
      remove: (entry) => {
        const question = { title: FILES.deleteTitle, text: FILES.deleteQuestion, danger: true }
        void confirm(question).then((agreed) => agreed && remove({ path, deleteFileName: entry.name }))
      },
    }
  }, [path, enter, edit, rename, askEncoding, confirm, alert, toast, remove, unzip])
}
