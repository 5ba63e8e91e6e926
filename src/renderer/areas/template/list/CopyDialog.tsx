import { type Template, templateOperations } from '#shared/contract/template.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

/** Copies a template with all its files under a new name and folder. */
export function CopyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
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
          <TextField control={control} name="folder" label="标识（模板文件夹）" required />
        </>
      )}
    </FormDialog>
  )
}
