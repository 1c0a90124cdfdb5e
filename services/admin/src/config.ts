import { serviceTokenConfig } from '@filemill/contracts';
import { databaseConfig } from '@filemill/database';
import { port } from '@filemill/platform';

/** Variables of this service. */
export const adminConfig = { ...databaseConfig, ...serviceTokenConfig, GRPC_PORT: port(3104) };
