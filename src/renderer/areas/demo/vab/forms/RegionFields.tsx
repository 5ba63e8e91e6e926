import { type Control, useController } from 'react-hook-form'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import type { RegionForm } from './regionForm.ts'

/** A few places of the country; the mock endpoint /area/getList has them all. */
const PLACES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  浙江省: { 杭州市: ['西湖区', '上城区', '滨江区'], 宁波市: ['海曙区', '鄞州区'] },
  广东省: { 广州市: ['越秀区', '天河区'], 深圳市: ['南山区', '福田区', '罗湖区'] },
  四川省: { 成都市: ['锦江区', '青羊区'], 绵阳市: ['涪城区'] },
}
const options = (names: readonly string[]) => names.map((name) => ({ value: name, title: name }))

/** Province, city and district, each limited by the one before. */
export function RegionFields({ control }: { control: Control<RegionForm> }) {
  const province = useController({ control, name: 'province' }).field.value
  const city = useController({ control, name: 'city' }).field.value
  const cities = PLACES[province] ?? {}
  return (
    <>
      <SelectField control={control} name="province" label="省份" required options={options(Object.keys(PLACES))} />
      <SelectField control={control} name="city" label="城市" required options={options(Object.keys(cities))} />
      <SelectField control={control} name="district" label="区县" options={options(cities[city] ?? [])} />
    </>
  )
}
