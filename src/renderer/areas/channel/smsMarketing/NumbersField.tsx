import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { recipientList } from '#shared/contract/recipients.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { RecipientField } from '#renderer/features/people/recipients/RecipientField.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

const schema = z.object({ phoneList: recipientList('phone', '请添加号码') })

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  name: FieldPath<In>
}

/** Phone numbers, typed in a separate dialog (C·§2: add numbers). */
export function NumbersField<In extends FieldValues, Out>({ control, name }: Props<In, Out>) {
  const styles = useStyles()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <FieldFrame control={control} name={name} label="手机号码" group>
      {({ value, onChange, ref }) => {
        const numbers = (Array.isArray(value) ? value : []) as string[]
        return (
          <div ref={focusRef(ref)} className={styles.row}>
            <Button icon={<AddRegular />} onClick={() => setIsAdding(true)}>
              添加号码
            </Button>
            <Text className={styles.muted}>
              {numbers.length === 0 ? '未添加号码' : `已添加 ${numbers.length} 个号码`}
            </Text>
            {isAdding && (
              <EventBoundary>
                <FormDialog
                  title="添加号码"
                  schema={schema}
                  values={{ phoneList: numbers }}
                  releaseMs={0}
                  save={({ phoneList }) => {
                    onChange(phoneList)
                    return Promise.resolve({ code: SUCCESS })
                  }}
                  onClose={() => setIsAdding(false)}
                >
                  {(inner) => (
                    <RecipientField
                      control={inner}
                      name="phoneList"
                      label="手机号码"
                      kind="phone"
                      required
                      withSheet
                      hint="多个号码用“|”分隔，支持粘贴多行或表格中的一列"
                    />
                  )}
                </FormDialog>
              </EventBoundary>
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}
