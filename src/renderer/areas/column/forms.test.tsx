import { describe } from 'vitest'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { AddChannelDialog } from './channel/AddChannelDialog.tsx'
import { ChannelDialogs } from './channel/ChannelDialogs.tsx'
import { CopyDialog } from './list/CopyDialog.tsx'
import { EditDialog } from './edit/ColumnDialog.tsx'

const close = (): void => {}
const news = aColumn(201, '新闻', {
  siteId: 5,
  parentId: 200,
  enTitle: 'News',
  className: '新闻频道',
  classEnName: 'NewsChannel',
  menuType: 1,
  identifies: 'top',
  code: 'news',
  sort: 12,
  frontListUrl: ['/news/index.html'],
  frontListTemplate: ['list.html'],
  frontDetailUrl: ['/news/{id}.html'],
  frontDetailTemplate: ['detail.html'],
  frontUrl: 'https://news.example.com/',
  targetBlank: true,
  clue: false,
  isAddArticle: true,
  setting: [1101, 1103],
  apiUrlList: ['/api/news'],
  showPositionIds: [2],
  moduleId: 0,
  seoTitle: '标题一',
  seoKeywords: '关键词一',
  seoDescription: '描述一',
  version: 6,
})
const host = (fake: FakeBridge): FakeBridge =>
  fake
    .on('session.status', () => aSession())
    .on('site.page', () => pageOf([aSite(5, '集团官网'), aSite(6, '新站')]))
    .on('column.getTree', () => [aColumn(200, '首页', { siteId: 5, child: [news] })])
    .on('column.findById', () => aColumnDetail(news))
    .on('dict.index', () => [
      { id: 1101, title: '新增' },
      { id: 1102, title: '修改' },
      { id: 1103, title: '删除' },
    ])

describe('columns', () => {
  const saved = {
    id: 201,
    siteId: 5,
    parentId: 200,
    title: '新闻',
    enTitle: 'News',
    menuType: 1,
    identifies: 'top',
    code: 'news',
    sort: 12,
    frontListUrl: ['/news/index.html'],
    frontListTemplate: ['list.html'],
    frontDetailUrl: ['/news/{id}.html'],
    frontDetailTemplate: ['detail.html'],
    frontUrl: 'https://news.example.com/',
    targetBlank: true,
    clue: false,
    isAddArticle: true,
    setting: [1101, 1103],
    apiUrlList: ['/api/news'],
    showPositionIds: [2],
    moduleId: 0,
    seoTitle: '标题一',
    seoKeywords: '关键词一',
    seoDescription: '描述一',
    version: 6,
  }
  sendsWhatItShows({
    form: 'areas/column/edit/ColumnDialog.tsx',
    ui: <EditDialog column={news} onPlaced={close} onClose={close} />,
    host,
    shows: {
      栏目名称: '新闻',
      英文名称: 'News',
      排序: '12',
      唯一标识: 'top',
      栏目代码: 'news',
      栏目类型: '列表',
      后台地址: '/admin/model_manage/201',
      '新增 1101': true,
      '修改 1102': false,
      '删除 1103': true,
      '列表页地址 1': '/news/index.html',
      '列表页模板 1': 'list.html',
      '详情页地址 1': '/news/{id}.html',
      '详情页模板 1': 'detail.html',
      外部链接: 'https://news.example.com/',
      新窗口打开: true,
      栏目模块: '不指定',
      顶部导航: false,
      右上角: true,
      左侧: false,
      热门排行: false,
      允许前台发布: true,
      线索栏目: false,
      '接口地址 1': '/api/news',
      'SEO 标题': '标题一',
      'SEO 关键词': '关键词一',
      'SEO 描述': '描述一',
    },
    operation: 'column.saveBase',
    sends: saved,
  })
  sendsWhatItShows({
    form: 'areas/column/edit/ColumnDialog.tsx',
    title: 'with other values',
    ui: <EditDialog column={news} onPlaced={close} onClose={close} />,
    host,
    fill: {
      排序: '34',
      栏目类型: '单页',
      后台地址: '',
      '修改 1102': false,
      '删除 1103': true,
      新窗口打开: false,
      栏目模块: '专题',
      顶部导航: true,
      右上角: false,
      左侧: false,
      热门排行: true,
      允许前台发布: true,
      线索栏目: false,
    },
    operation: 'column.saveBase',
    sends: {
      id: 201,
      siteId: 5,
      parentId: 200,
      title: '栏目名称',
      enTitle: '英文名称',
      menuType: 0,
      identifies: '唯一标识',
      code: '栏目代码',
      sort: 34,
      frontListUrl: ['列表页地址 1'],
      frontListTemplate: ['列表页模板 1'],
      frontDetailUrl: ['详情页地址 1'],
      frontDetailTemplate: ['详情页模板 1'],
      frontUrl: '外部链接',
      targetBlank: false,
      clue: false,
      isAddArticle: true,
      setting: [1103, 1104, 1105],
      apiUrlList: ['接口地址 1'],
      showPositionIds: [1, 4],
      moduleId: 8,
      seoTitle: 'SEO 标题',
      seoKeywords: 'SEO 关键词',
      seoDescription: 'SEO 描述',
      version: 6,
    },
  })
  sendsWhatItShows({
    form: 'areas/column/list/CopyDialog.tsx',
    ui: <CopyDialog column={news} onPlaced={close} onClose={close} />,
    host,
    fill: { 目标站点: '新站' },
    operation: 'column.copy',
    sends: { copyIdFrom: 201, toMenuParentId: 0, toSiteId: 6 },
  })
  sendsWhatItShows({
    form: 'areas/column/channel/AddChannelDialog.tsx',
    ui: <AddChannelDialog siteId={5} parent={news} onPlaced={close} onClose={close} />,
    host,
    fill: { 栏目模块: '专题', 顶部导航: true, 右上角: true, 左侧: false, 热门排行: false },
    operation: 'column.saveBase',
    sends: {
      id: 0,
      siteId: 5,
      parentId: 201,
      title: '栏目名称',
      enTitle: '英文名称',
      moduleId: 8,
      menuType: 1,
      showPositionIds: [1, 2],
    },
  })
  sendsWhatItShows({
    form: 'areas/column/channel/ChannelDialogs.tsx',
    ui: <ChannelDialogs opened={{ dialog: 'settings', channel: news }} siteId={5} onPlaced={close} onClose={close} />,
    host,
    shows: {
      栏目名称: '新闻频道',
      英文名称: 'NewsChannel',
      顶部导航: false,
      右上角: true,
      左侧: false,
      热门排行: false,
    },
    operation: 'column.updateTitle',
    sends: { id: 201, title: '新闻频道', enTitle: 'NewsChannel', showPositionIds: [2], version: 6 },
  })
  sendsWhatItShows({
    form: 'features/seo/SeoDialog.tsx',
    title: 'of a column',
    ui: <ChannelDialogs opened={{ dialog: 'seo', channel: news }} siteId={5} onPlaced={close} onClose={close} />,
    host,
    shows: { 'SEO 标题': '标题一', 'SEO 关键词': '关键词一', 'SEO 描述': '描述一' },
    operation: 'column.updateSeo',
    sends: { id: 201, seoTitle: '标题一', seoKeywords: '关键词一', seoDescription: '描述一', version: 6 },
  })
})
