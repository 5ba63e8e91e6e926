import { type Template, templateForm } from '#shared/contract/template.ts'
import { call } from '#renderer/data/client.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { ImageField } from '#renderer/features/media/ImageField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { LibraryButton } from '#renderer/features/media/picker/LibraryButton.tsx'

const LABELS = { name: '名称', folder: '标识（模板文件夹）', templatePic: '缩略图', title: '备注' }
const load = async (id: number): Promise<Template> => (await call('template.findById', { id })).data
const NEW = { id: 0, name: '', folder: '', templatePic: '', title: '' }

const fromLibrary = (choose: (accessPath: string) => void, disabled: boolean) => (
  <LibraryButton kind="image" disabled={disabled} onChoose={choose} />
)

/** A·§2: name, folder, thumbnail and note; without a template a new one of the current site. */
export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const save = useWrite('template.save')
  const siteId = useSiteAtOpening()
  const { id, name, folder, templatePic, title, ...rest } = template ?? { ...NEW, siteId }
  const values = { id, name, folder, templatePic, title, siteId: rest.siteId, version: template?.version }
  return (
    <FormDialog
      title={template ? '编辑模板' : '新增模板'}
      schema={templateForm}
      values={values}
      save={({ version, ...form }) =>
        save.mutateAsync(template ? { ...form, version } : { ...form, siteId: form.siteId || siteId })
      }
      onClose={onClose}
      {...(template ? { compare: { load: () => load(id), labels: LABELS } } : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="name" label={LABELS.name} required autoFocus />
          <TextField
            control={control}
            name="folder"
            label={LABELS.folder}
            required
            hint={
              template
                ? '改动后，服务器上的模板文件夹会一起改名。'
                : '服务器上保存模板文件的文件夹，例如 company-2026。'
            }
          />
          <ImageField
            control={control}
            name="templatePic"
            label={LABELS.templatePic}
            emptyText="没有时列表显示占位图"
            more={fromLibrary}
          />
          <TextAreaField control={control} name="title" label={LABELS.title} rows={5} />
        </>
      )}
    </FormDialog>
  )
}
