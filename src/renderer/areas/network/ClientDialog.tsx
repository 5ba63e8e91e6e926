import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import { operations } from '#shared/contract/registry.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const schema = operations['network.setClient'].input
type In = z.input<typeof schema>
type Out = z.output<typeof schema>

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  name: { overflowWrap: 'anywhere' },
  input: { display: 'none' },
})

/** Imports a client certificate, which identifies this person or computer to a server. */
export function ClientCertificateDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const save = useWrite('network.setClient', { success: '保存成功' })
  return (
    <FormDialog
      title="客户端证书"
      schema={schema}
      values={{ pfx: '', passphrase: '' }}
      onClose={onClose}
      save={async (values) => {
        const saved = await save.mutateAsync(values)
        onSaved()
        return saved
      }}
    >
      {(control) => (
        <>
          <FileRow control={control} />
          <PasswordField control={control} name="passphrase" label="证书密码" required autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}

function FileRow({ control }: { control: Control<In, unknown, Out> }) {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const { field } = useController({ control, name: 'pfx' })

  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setName(file.name)
    field.onChange(toBase64(new Uint8Array(await file.arrayBuffer())))
  }
  return (
    <FieldFrame control={control} name="pfx" label="证书文件" required hint="由单位发放的 .pfx 或 .p12 文件">
      {({ ref, onBlur }) => (
        <div className={styles.row}>
          <Button ref={ref} onBlur={onBlur} onClick={() => input.current?.click()}>
            选择文件
          </Button>
          <Text className={styles.name}>{name}</Text>
          <input
            ref={input}
            className={styles.input}
            type="file"
            accept=".pfx,.p12"
            aria-label="证书文件"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </div>
      )}
    </FieldFrame>
  )
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
