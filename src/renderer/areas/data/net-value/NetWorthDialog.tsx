import { Text } from '@fluentui/react-components'
import { type NetWorth, netWorthCreate, netWorthEdit } from '#shared/contract/netWorth.ts'
import { call } from '#renderer/data/client.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { NET_VALUE, NET_VALUE_LABELS } from '#renderer/areas/data/net-value/text.ts'
import { NetWorthFields } from './NetWorthFields.tsx'

const EMPTY = {
  id: 0 as const,
  productCode: '',
  productName: '',
  productTypeName: '',
  nwTime: '',
  state: '',
  naValue: '',
  accumulValue: '',
  fundIncome: '',
  sevenAnnualized: '',
}

const load = async (id: number): Promise<NetWorth> => (await call('netWorth.findById', { id })).data

/** B·§2: 手动添加, or 编辑净值 of a record, 60 % wide. */
export function NetWorthDialog({ record, onClose }: { record: NetWorth | null; onClose: () => void }) {
  const save = useWrite('netWorth.save')
  const siteId = useSiteAtOpening()
  if (!record)
    return (
      <FormDialog
        title={NET_VALUE.addTitle}
        size="small"
        schema={netWorthCreate}
        values={{ ...EMPTY, siteId }}
        save={save.mutateAsync}
        onClose={onClose}
      >
        {(control) => <NetWorthFields control={control} product />}
      </FormDialog>
    )
  const { id, nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, version } = record
  const { productCode, productName, productType, productTypeName, classId } = record
  const product = { productCode, productName, productType, productTypeName, classId }
  return (
    <FormDialog
      title={NET_VALUE.editTitle}
      size="small"
      schema={netWorthEdit}
      values={{ id, nwTime, state, naValue, accumulValue, fundIncome, sevenAnnualized, version }}
      save={save.mutateAsync}
      onClose={onClose}
      compare={{ load: () => load(id), labels: NET_VALUE_LABELS }}
      gone={{
        id,
        saveAnew: (form) =>
          save.mutateAsync({ ...product, ...form, siteId: classId === 0 ? siteId : 0, id: 0, version: undefined }),
      }}
    >
      {(control) => (
        <>
          <Text weight="semibold">
            {record.productCode} {record.productName}
          </Text>
          <NetWorthFields control={control} product={false} />
        </>
      )}
    </FormDialog>
  )
}
