import { useWrite } from '#renderer/data/useWrite.ts'
import type { TreeEntry } from '#renderer/features/fileEditor/tree/rows.ts'
import type { Editor } from '#renderer/features/fileEditor/useEditor.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'

interface EntryActions {
  /** Rejects with the reason; the dialog shows it. */
  create(path: string, folder: boolean): Promise<unknown>
  /** Open files are reopened under their new names. */
  rename(entry: TreeEntry, to: string): Promise<unknown>
  /** Asks for confirmation, also about unsaved edits. */
  remove(entry: TreeEntry): Promise<void>
}

/** The actions for files and folders of a workspace, besides editing. */
export function useEntryActions(id: string, editor: Editor): EntryActions {
  const confirm = useConfirm()
  const alert = useAlert()
  const { mutateAsync: create } = useWrite('localFiles.create', { quiet: true })
  const { mutateAsync: rename } = useWrite('localFiles.rename', { quiet: true })
  const remove = useWrite('localFiles.remove', { success: '已移入回收站' })
  const openFilesBelow = ({ path }: TreeEntry) =>
    editor.files.filter(({ key }) => key === path || key.startsWith(`${path}/`))
  return {
    create: (path, folder) => create({ id, path, folder }),
    async rename(entry, to) {
      const open = openFilesBelow(entry)
      const edited = open.filter((file) => file.edited)
      if (edited.length > 0) {
        await alert({ title: '重命名', text: `请先保存“${edited.map(({ key }) => key).join('、')}”，再重命名` })
        return
      }
      const front = editor.active
      await rename({ id, path: entry.path, to })
      for (const { key } of open) {
        editor.close(key)
        const next = to + key.slice(entry.path.length)
        editor.open({
          key: next,
          path: next.slice(0, Math.max(next.lastIndexOf('/'), 0)),
          name: next.split('/').at(-1) ?? next,
        })
      }
      if (front && !open.some(({ key }) => key === front)) editor.activate(front)
    },
    async remove(entry) {
      const open = openFilesBelow(entry)
      const edited = open.filter((file) => file.edited).map(({ key }) => key)
      const text =
        `${entry.folder ? `文件夹“${entry.path}”及其中的全部文件` : `“${entry.path}”`}将移入工作区的回收站，可以在“回收站”中还原；服务器上的文件同时删除。` +
        (edited.length > 0 ? `\n其中有未保存的内容：${edited.join('、')}` : '')
      if (!(await confirm({ title: '删除', text, confirmText: '删除', danger: true }))) return
      remove.mutate(
        { id, path: entry.path },
        {
          onSuccess: () => {
            for (const { key } of open) editor.close(key)
          },
        },
      )
    },
  }
}
