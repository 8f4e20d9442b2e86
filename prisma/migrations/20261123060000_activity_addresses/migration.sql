-- By hand: the activity log is only added to, with two exceptions that a transaction has to announce
-- (lib/features/activity/retention-service.ts): entries go after 400 days, and after 90 days what tells where
-- somebody was, which nobody needs for longer.
CREATE OR REPLACE FUNCTION keepsake_keep_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('keepsake.activity_purge', true) = 'on' THEN
    IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '400 days' THEN
      RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD."at" < now() - interval '90 days'
       AND NEW."ipAddress" IS NULL AND NEW."userAgent" IS NULL
       AND to_jsonb(NEW) - '{ipAddress,userAgent}'::text[] = to_jsonb(OLD) - '{ipAddress,userAgent}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The activity log is only added to' USING ERRCODE = 'insufficient_privilege';
END $$;
-- The nightly look for addresses that are due reads no entry that has none.
CREATE INDEX "ActivityEntry_addresses_idx" ON "ActivityEntry"("at") WHERE "ipAddress" IS NOT NULL OR "userAgent" IS NOT NULL;
