import { describe } from 'vitest'
import type { NetWorth } from '#shared/contract/netWorth.ts'
import { aLabel } from '#tests/builders/label.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { DictionaryList } from './dictionary/DictionaryList.tsx'
import { LabelCategoryList } from './labelCategory/LabelCategoryList.tsx'
import { LabelList } from './label/LabelList.tsx'
import { NetValues } from './netWorth/NetValues.tsx'
import { ProductStatusDialog } from './netWorth/ProductStatusDialog.tsx'
import { ClassesDialog } from './sensitive/ClassesDialog.tsx'
import { WordDialog } from './sensitive/WordDialog.tsx'

const close = (): void => {}
const sites = (host: FakeBridge): FakeBridge =>
  host.on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

describe('sensitive words', () => {
  const aClass = (id: number, title: string) => ({
    id,
    title,
    isForbidding: true,
    persons: [{ accountId: 15, name: '李娜' }],
    words: 0,
    version: 7,
    changedBy: '',
    changedAt: '',
  })
  const classes = [aClass(3, '涉密'), aClass(4, '广告')]
  const word = {
    id: 9,
    sensitiveWord: '坏词',
    propWord: '好词',
    classId: 4,
    createTime: '',
    version: 2,
    changedBy: '',
    changedAt: '',
  }
  sendsWhatItShows({
    form: 'areas/data/sensitive/WordDialog.tsx',
    title: 'a new one',
    ui: <WordDialog word={null} classes={classes} onClose={close} />,
    fill: { 类别: '涉密' },
    operation: 'sensitive.save',
    sends: { id: 0, sensitiveWord: '敏感词', propWord: '替换词', classId: 3 },
  })
  sendsWhatItShows({
    form: 'areas/data/sensitive/WordDialog.tsx',
    ui: <WordDialog word={word} classes={classes} onClose={close} />,
    shows: { 敏感词: '坏词', 替换词: '好词', 类别: '广告' },
    operation: 'sensitive.save',
    sends: { id: 9, sensitiveWord: '坏词', propWord: '好词', classId: 4, version: 2 },
  })
  sendsWhatItShows({
    form: 'areas/data/sensitive/ClassesDialog.tsx',
    ui: <ClassesDialog onClose={close} />,
    press: '编辑 涉密',
    host: (host) => host.on('sensitive.classes', () => classes).on('account.pageUser', () => pageOf([])),
    shows: { 类别名称: '涉密', 禁止发布: true, 同意人: ['李娜'] },
    operation: 'sensitive.saveClass',
    sends: { id: 3, title: '涉密', isForbidding: true, persons: [15], version: 7 },
  })
})

describe('labels and dictionaries', () => {
  const categories = [
    { id: 3, siteId: 1, title: '行业', version: 5 },
    { id: 4, siteId: 1, title: '地区', version: 6 },
  ]
  sendsWhatItShows({
    form: 'areas/data/labelCategory/LabelCategoryList.tsx',
    ui: <LabelCategoryList />,
    press: '编辑 地区',
    host: (host) => sites(host).on('labelCategory.page', () => pageOf(categories)),
    shows: { 分类名称: '地区' },
    fill: {},
    operation: 'labelCategory.save',
    sends: { id: 4, siteId: 1, title: '分类名称', version: 6 },
  })
  const label = aLabel(8, '华东', { classId: 4, className: '地区', version: 2 })
  sendsWhatItShows({
    form: 'areas/data/label/LabelList.tsx',
    ui: <LabelList />,
    press: '编辑 华东',
    host: (host) =>
      sites(host)
        .on('labelCategory.page', () => pageOf(categories))
        .on('label.page', () => pageOf([label])),
    shows: { 标签名称: '华东', 标签分类: '地区' },
    fill: { 标签分类: '行业' },
    operation: 'label.save',
    sends: { id: 8, siteId: 1, title: '标签名称', classId: 3, version: 2 },
  })
  const degree = { id: 7, title: '学历', siteId: 2, value: ['本科', '硕士'], createDate: '', version: 3 }
  sendsWhatItShows({
    form: 'areas/data/dictionary/DictionaryList.tsx',
    ui: <DictionaryList />,
    press: '编辑 学历',
    host: (host) => sites(host).on('dictionary.page', () => pageOf([degree])),
    shows: { 字典名称: '学历', 适用站点: '新站', '字典值 1': '本科', '字典值 2': '硕士' },
    fill: { 适用站点: '集团官网' },
    operation: 'dictionary.save',
    sends: { id: 7, title: '字典名称', siteId: 1, value: ['字典值 1', '字典值 2'], version: 3 },
  })
})

describe('net values', () => {
  const record: NetWorth = {
    id: 7,
    productCode: 'F001',
    productName: '稳健一号',
    productType: '',
    productTypeName: '',
    nwTime: '2026-01-31',
    state: '开放申购',
    naValue: '1.0234',
    accumulValue: '1.1000',
    fundIncome: '0.5',
    sevenAnnualized: '3.21',
    isStatus: true,
    createTime: '',
    updateTime: '',
    classId: 6,
    netWorthStatus: '10135',
    product: {
      id: 5,
      classId: 6,
      title: '稳健一号',
      singleLine16: '10135',
      productStopTime: '2031-02-03 04:05:06',
      version: 4,
      changedBy: '',
      changedAt: '',
    },
    version: 8,
    changedBy: '',
    changedAt: '',
  }
  const host = (fake: FakeBridge): FakeBridge =>
    fake.on('session.status', () => aSession()).on('netWorth.page', () => pageOf([record]))
  sendsWhatItShows({
    form: 'areas/data/netWorth/NetValues.tsx',
    title: 'a new one',
    ui: <NetValues />,
    press: '手动添加',
    host,
    fill: { 单位净值: '1.1', 累计净值: '2.2', 基金收益: '3.3', 七日年化收益率: '4.4' },
    operation: 'netWorth.save',
    sends: {
      id: 0,
      siteId: 1,
      classId: 0,
      productCode: '产品代码',
      productName: '产品名称',
      productType: '',
      productTypeName: '产品类型',
      nwTime: '2031-01-04',
      state: '基金状态',
      naValue: '1.1',
      accumulValue: '2.2',
      fundIncome: '3.3',
      sevenAnnualized: '4.4',
    },
  })
  sendsWhatItShows({
    form: 'areas/data/netWorth/NetValues.tsx',
    ui: <NetValues />,
    press: '编辑 稳健一号 2026-01-31',
    host,
    shows: {
      净值日期: '2026-01-31',
      基金状态: '开放申购',
      单位净值: '1.0234',
      累计净值: '1.1000',
      基金收益: '0.5',
      七日年化收益率: '3.21',
    },
    operation: 'netWorth.save',
    sends: {
      id: 7,
      siteId: 0,
      classId: 0,
      productCode: '',
      productName: '',
      productType: '',
      productTypeName: '',
      nwTime: '2026-01-31',
      state: '开放申购',
      naValue: '1.0234',
      accumulValue: '1.1000',
      fundIncome: '0.5',
      sevenAnnualized: '3.21',
      version: 8,
    },
  })
  sendsWhatItShows({
    form: 'areas/data/netWorth/ProductStatusDialog.tsx',
    ui: <ProductStatusDialog record={record} onClose={close} />,
    shows: { 产品状态: true, 停止时间日期: '2031-02-03', 停止时间时间: '04:05:06' },
    operation: 'netWorth.updateStatus',
    sends: { classId: 6, idList: [7], isOpen: true, stopDate: '2031-02-03 04:05:06', version: 4 },
  })
})
