import { useWrite } from '#renderer/data/useWrite.ts'
import { NameDialog } from '#renderer/ui/dialogs/NameDialog.tsx'

/** A name that is asked for, in the folder `path`. */
export interface Naming {
  kind: 'file' | 'folder' | 'rename'
  path: string
  /** The present name, for a rename. */
  name: string
}

/** A·§2: new file, new folder, and the rename prompt. */
export function NamingDialog({ naming, onClose }: { naming: Naming; onClose: () => void }) {
  const { kind, path, name } = naming
  const newFile = useWrite('templateFile.newFile')
  const newFolder = useWrite('templateFile.newFolder')
  const rename = useWrite('templateFile.rename')
  switch (kind) {
    case 'file':
      return (
        <NameDialog
          title="新建文件"
          label="文件名称"
          onClose={onClose}
          save={(filename) => newFile.mutateAsync({ path, filename })}
        />
      )
    case 'folder':
      return (
        <NameDialog
          title="新建文件夹"
          label="文件夹名称"
          onClose={onClose}
          save={(folderName) => newFolder.mutateAsync({ path, folderName })}
        />
      )
    case 'rename':
      return (
        <NameDialog
          title="重命名"
          label="新名称"
          value={name}
          onClose={onClose}
          save={(renamed) => rename.mutateAsync({ path, sourceFileName: name, rename: renamed })}
        />
      )
  }
}
