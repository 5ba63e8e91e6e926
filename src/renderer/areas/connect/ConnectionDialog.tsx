import { type Connection, connectionForm } from '#shared/contract/host.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { PathMapField } from './PathMapField.tsx'
import { TestReport } from './TestReport.tsx'
import { useConnectionTest } from './useConnectionTest.ts'

/** Adds or edits a connection. Saving tests it first; the form keeps its values when the test fails. */
export function ConnectionDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const test = useConnectionTest()
  const save = useWrite('connections.save', { success: '保存成功' })
  return (
    <FormDialog
      title={connection.id ? '编辑连接' : '连接到服务器'}
      schema={connectionForm}
      values={connection}
      saveText="测试并保存"
      onClose={onClose}
      save={async (values) => {
        await test.run(values)
        return save.mutateAsync(values)
      }}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="name"
            label="连接名称"
            required
            maxLength={64}
            placeholder="例如：集团网站群"
          />
          <TextField
            control={control}
            name="baseUrl"
            label="服务器地址"
            required
            placeholder="https://cms.example.com"
          />
          <PathMapField control={control} />
          <TestReport control={control} test={test} />
        </>
      )}
    </FormDialog>
  )
}
