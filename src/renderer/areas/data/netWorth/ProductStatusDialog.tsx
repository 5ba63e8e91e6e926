import { makeStyles, Switch, Text, tokens } from '@fluentui/react-components'
import { type Control, useController } from 'react-hook-form'
import { z } from 'zod'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { PRODUCT_STATUS, stopTimeOf } from '#shared/domain/productStatus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'

// Aligns the switch with the label above.
const useStyles = makeStyles({ toggle: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` } })

const form = z.object({
  singleLine16: z.enum(PRODUCT_STATUS),
  productStopTime: z.string().min(1, '请选择停止时间'),
  version: z.number().optional(),
})
type Form = z.output<typeof form>

const LABELS = { singleLine16: '产品状态', productStopTime: '停止时间' }
const toForm = ({ product: { singleLine16, productStopTime, version } }: NetWorth): Form => ({
  singleLine16,
  productStopTime,
  version,
})
const formatField = (field: string, value: unknown): string | undefined =>
  field === 'singleLine16' ? formatState(value === PRODUCT_STATUS.open) : undefined
const formatState = (open: boolean): string => (open ? '开放' : '关闭')

/** Opens or closes a product and sets its stop time (B·§2). */
export function ProductStatusDialog({ record, onClose }: { record: NetWorth; onClose: () => void }) {
  const update = useWrite('netWorth.updateStatus')
  return (
    <FormDialog
      title="产品状态"
      schema={form}
      values={toForm(record)}
      save={(values) =>
        update.mutateAsync({
          classId: record.classId,
          idList: [{ id: record.id }],
          isOpen: values.singleLine16 === PRODUCT_STATUS.open,
          stopDate: values.productStopTime,
          version: values.version,
        })
      }
      onClose={onClose}
      compare={{
        load: async () => toForm((await call('netWorth.findById', { id: record.id })).data),
        labels: LABELS,
        show: formatField,
      }}
    >
      {(control) => (
        <>
          <Text weight="semibold">
            {record.productCode} {record.product.title}
          </Text>
          <OpenSwitch control={control} />
          <DayField
            control={control}
            name="productStopTime"
            label="停止时间"
            required
            time
            hint="对该产品代码的所有净值生效。关闭产品时默认为当前时间，开放产品时默认为 9999-12-31 23:59:59，均可修改。"
          />
        </>
      )}
    </FormDialog>
  )
}

/** Opens or closes the product; also sets the default stop time (B·§4). */
function OpenSwitch({ control }: { control: Control<Form, unknown, Form> }) {
  const styles = useStyles()
  const stopTimeField = useController({ control, name: 'productStopTime' }).field
  return (
    <FieldFrame control={control} name="singleLine16" label="产品状态">
      {({ value, onChange, onBlur, ref }) => {
        const open = value === PRODUCT_STATUS.open
        return (
          <Switch
            ref={ref}
            className={styles.toggle}
            checked={open}
            label={formatState(open)}
            onBlur={onBlur}
            onChange={(_event, { checked }) => {
              onChange(checked ? PRODUCT_STATUS.open : PRODUCT_STATUS.closed)
              stopTimeField.onChange(stopTimeOf(checked, formatDateTime(new Date())))
            }}
          />
        )
      }}
    </FieldFrame>
  )
}
