import { type Template, templateForm, templateOperations } from '#shared/contract/template.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { FileManager } from '../files/FileManager.tsx'
import { SyncSiteDialog } from '#renderer/features/workspaces/SyncSiteDialog.tsx'
import { SyncDialog } from '#renderer/features/workspaces/SyncDialog.tsx'
import { DraftDialog } from '#renderer/features/templateDraft/DraftDialog.tsx'
import type { FileLink } from '#renderer/features/links/fileLink.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { ImageField } from '#renderer/features/media/ImageField.tsx'
import { LibraryButton } from '#renderer/features/media/picker/LibraryButton.tsx'

/** The open dialog; `edit` without a template creates one. */
export type OpenDialog =
  | { dialog: 'edit'; template: Template | null }
  | { dialog: 'copy' | 'files' | 'sync' | 'draft'; template: Template }
  | { dialog: 'syncSite' | 'import' }
  /** A file that a link opens. */
  | ({ dialog: 'file' } & FileLink)

interface Props {
  opened: OpenDialog
  /** Replaces the dialog with another one. */
  onOpen: (opened: OpenDialog) => void
  onClose: () => void
}

export function TemplateDialogs({ opened, onOpen, onClose }: Props) {
  switch (opened.dialog) {
    case 'edit':
      return <TemplateDialog template={opened.template} onClose={onClose} />
    case 'copy':
      return <CopyDialog template={opened.template} onClose={onClose} />
    case 'files':
      return <FileManager folder={opened.template.folder} title={opened.template.name} onClose={onClose} />
    case 'file': {
      const [folder = ''] = opened.path.split('/')
      return <FileManager folder={folder} title={folder} file={opened} onClose={onClose} />
    }
    case 'sync':
      return <SyncDialog template={opened.template} onClose={onClose} />
    case 'syncSite':
      return <CurrentSite onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'draft':
      return (
        <DraftDialog
          folder={opened.template.folder}
          name={opened.template.name}
          onFiles={(draft) => onOpen({ dialog: 'files', template: { ...opened.template, ...draft } })}
          onClose={onClose}
        />
      )
  }
}

function CurrentSite({ onClose }: { onClose: () => void }) {
  return <SyncSiteDialog siteId={useSiteAtOpening()} onClose={onClose} />
}

/** Copies a template with all its files under a new name and folder. */
function CopyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const copy = useWrite('template.copy')
  return (
    <FormDialog
      title={`复制模板“${template.name}”`}
      schema={templateOperations['template.copy'].input}
      values={{
        id: template.id,
        name: `${template.name.slice(0, 250)} 副本`,
        folder: `${template.folder.slice(0, 59)}-copy`,
      }}
      save={copy.mutateAsync}
      onClose={onClose}
      saveText="复制"
    >
      {(control) => (
        <>
          <TextField control={control} name="name" label="名称" required autoFocus />
          <TextField control={control} name="folder" label="标识符（模板文件夹）" required />
        </>
      )}
    </FormDialog>
  )
}

const LABELS = { name: '名称', folder: '标识符（模板文件夹）', templatePic: '缩略图', title: '备注' }
const NEW_TEMPLATE = { id: 0, name: '', folder: '', templatePic: '', title: '' }

const fromLibrary = (choose: (accessPath: string) => void, disabled: boolean) => (
  <LibraryButton kind="image" disabled={disabled} onChoose={choose} />
)

/** A·§2: name, folder, thumbnail and note. Without a template it adds one to the current site. */
function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const save = useWrite('template.save')
  const siteId = useSiteAtOpening()
  return (
    <FormDialog
      title={template ? '编辑模板' : '新增模板'}
      schema={templateForm}
      {...recordForm({ record: template, empty: { ...NEW_TEMPLATE, siteId }, find: 'template.findById', labels: LABELS })}
      save={({ version, ...form }) =>
        save.mutateAsync(template ? { ...form, version } : { ...form, siteId: form.siteId || siteId })
      }
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="name" label={LABELS.name} required autoFocus />
          <TextField
            control={control}
            name="folder"
            label={LABELS.folder}
            required
            hint={template ? '修改后，服务器上的模板文件夹同时改名' : '服务器上保存模板文件的文件夹，例如 company-2026'}
          />
          <ImageField
            control={control}
            name="templatePic"
            label={LABELS.templatePic}
            emptyText="未设置时，列表显示占位图"
            more={fromLibrary}
          />
          <TextAreaField control={control} name="title" label={LABELS.title} rows={5} />
        </>
      )}
    </FormDialog>
  )
}
