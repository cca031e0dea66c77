import { paths } from '../../model/addresses.ts';
import { anyTime, type Operation } from './operation.ts';

export const serviceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/healthz',
    operationId: 'isAlive',
    tag: 'Service',
    summary: 'Whether the service is alive',
    description: 'For those who restart what has died.',
    security: ['nobody'],
    answers: { 200: { description: 'It is.', schema: 'Done' } },
    errors: anyTime,
  },
  {
    method: 'get',
    path: '/readyz',
    operationId: 'isReady',
    tag: 'Service',
    summary: 'Whether pictures can be drawn',
    description: 'For those who send requests here only while they can be answered.',
    security: ['nobody'],
    answers: { 200: { description: 'They can.', schema: 'Done' } },
    errors: { ...anyTime, 503: 'Not at the moment.' },
  },
  {
    method: 'get',
    path: '/metrics',
    operationId: 'getMetrics',
    tag: 'Service',
    summary: 'Measurements',
    description:
      "In Prometheus' text format. Only for addresses that the configuration allows: those of the machine itself, " +
      'unless it says otherwise.',
    security: ['nobody'],
    answers: {
      200: {
        description: 'The measurements as they stand.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
    errors: { ...anyTime, 403: 'Not for your address.' },
  },
  {
    method: 'get',
    path: paths.openApi,
    operationId: 'getDescription',
    tag: 'Service',
    summary: 'This description',
    description: 'OpenAPI 3.1.',
    security: ['nobody'],
    answers: {
      200: {
        description: 'The description.',
        headers: ['ETag', 'Cache-Control'],
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { description: 'You have it already.', headers: ['ETag', 'Cache-Control'] },
    },
    errors: anyTime,
  },
];
